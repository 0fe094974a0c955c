use super::*;

fn merge(red: u8, pixels: u64) -> Merge {
    Merge {
        colour: Rgb::new(red, 0, 0),
        into: Rgb::new(200, 0, 0),
        pixels,
        places: vec![Point::new(1, 2), Point::new(30, 2)],
    }
}

#[test]
fn refused_merges_can_be_accepted_again() {
    let mut review = Review::new(
        RepairOptions::default(),
        vec![merge(190, 900), merge(195, 80)],
    );
    assert!(!review.is_behind());
    assert!(review.update(Message::Apart(1, true)).is_continue());
    assert!(review.is_behind());
    assert_eq!(review.joined(), 2, "on the screen it is as it was");
    let wanted = review.wanted();
    assert_eq!(
        wanted.keep_apart,
        [[Rgb::new(195, 0, 0), Rgb::new(200, 0, 0)]]
    );

    // After cleaning again the refused merge is gone.
    let mut again = Review::new(wanted, vec![merge(190, 900)]);
    again.follow(review);
    assert!(!again.is_behind());
    assert_eq!(again.rows().len(), 2);
    assert!(again.rows()[1].apart);
    assert_eq!(again.joined(), 1);
    let _ = again.update(Message::Apart(1, false));
    assert!(again.is_behind() && again.wanted().keep_apart.is_empty());

    let _ = again.update(Message::Apart(1, true));
    let _ = again.update(Message::Tolerance(Some(0)));
    assert!(again.is_behind());
    assert_eq!(again.wanted().tolerance, Some(0));
}

#[test]
fn places_wrap_around() {
    let mut review = Review::new(RepairOptions::default(), vec![merge(190, 9), merge(195, 8)]);
    let show = |review: &mut Review, message| review.update(message).break_value();
    assert_eq!(show(&mut review, Message::Show(0)), Some(Point::new(1, 2)));
    assert_eq!(show(&mut review, Message::Show(0)), Some(Point::new(30, 2)));
    assert_eq!(show(&mut review, Message::Show(0)), Some(Point::new(1, 2)));
    let _ = review.update(Message::Show(1));
    assert_eq!(review.looked_at(), Some((1, 0, Point::new(1, 2))));
    assert_eq!(show(&mut review, Message::Show(7)), None);
    assert_eq!(review.looked_at(), None);
}
