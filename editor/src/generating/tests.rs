use super::*;

fn on(_: f32) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn settings_make_a_plan_or_an_error() {
    let usual = Wish::default().plan().unwrap();
    assert_eq!(usual, Plan::new(1, 42));
    let with = |change: fn(&mut Wish)| {
        let mut wish = Wish::default();
        change(&mut wish);
        wish.plan()
    };
    assert_eq!(with(|wish| wish.seed = " 7 ".into()).unwrap().seed, 7);
    assert_eq!(
        with(|wish| wish.seed = "x".into()),
        Err(texts::NO_SEED.into())
    );
    assert_eq!(
        with(|wish| wish.width = "90".into()),
        Err(texts::NO_SIZE.into())
    );
    let sized = with(|wish| (wish.width, wish.height) = ("1600".into(), "900".into()));
    assert_eq!(sized.unwrap().size, (1600, 900));
    let small = with(|wish| (wish.width, wish.height) = ("160".into(), "90".into()));
    assert!(small.unwrap_err().contains("too few for 42 territories"));
    let typed = |text: &str| {
        let mut wished = Wish::default();
        wished.type_territories(text);
        wished.plan().map(|plan| plan.territories)
    };
    assert_eq!(typed(" 30 "), Ok(30));
    for wrong in ["", "5", "501", "many"] {
        let error = typed(wrong).unwrap_err();
        assert!(error.contains("12 to 500"), "{error}");
    }
    // Fewer territories allow fewer continents.
    let fewer = with(|wish| (wish.continents, wish.territories) = (Some(10), 12));
    assert_eq!(fewer.unwrap().continents, 3);
}

#[test]
fn generated_maps_match_preview_and_command_line() {
    let plan = Plan {
        size: (640, 400),
        ..Plan::new(7, 16)
    };
    let seen = see(&plan, &mut on).unwrap();
    let Made { loaded, .. } = make(&plan, &mut on).unwrap();
    let draft = loaded.document.draft();
    assert_eq!(Some(&*seen.name), draft.name.text.as_deref());
    assert_eq!(seen.counts[..2], [16, draft.continents.len()]);
    assert!(!loaded.document.is_saved());
    let commanded = generate(&plan, &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert!(draft.same_content(&commanded.draft));
    let land = loaded.document.land().unwrap();
    assert_eq!(**land.regions(), commanded.regions);
}

#[test]
fn only_the_latest_preview_is_shown() {
    let mut generating = Generating::default();
    let seen = |plan: &Plan| Preview {
        plan: *plan,
        picture: Handle::from_rgba(1, 1, vec![0; 4]),
        name: plan.seed.to_string(),
        counts: [0; 4],
    };
    let done = |id, seed| {
        let parcel = crate::jobs::Parcel::new(Ok(seen(&Plan::new(seed, 42))));
        News::Done(id, parcel)
    };
    let wish = |seed: u64| Wish {
        seed: seed.to_string(),
        ..Wish::default()
    };
    let _ = generating.wish_for(wish(1), 1);
    let _ = generating.wish_for(wish(2), 2);
    generating.on_news(done(1, 1));
    assert!(generating.preview().is_none(), "of a wish that is past");
    generating.on_news(done(2, 2));
    assert_eq!(generating.preview().map(|seen| &*seen.name), Some("2"));
    assert!(generating.progress().is_none());
    // Back to the known settings: nothing to compute.
    let _ = generating.wish_for(wish(3), 3);
    assert!(generating.progress().is_some());
    let _ = generating.wish_for(wish(2), 4);
    assert!(generating.progress().is_none());
    generating.on_news(done(3, 3));
    assert_eq!(generating.preview().map(|seen| &*seen.name), Some("2"));
}

#[test]
fn cancelled_jobs_end() {
    let mut turns = 0;
    let mut stop = |_: f32| {
        turns += 1;
        if turns > 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let error = make(&Plan::new(1, 300), &mut stop).unwrap_err();
    assert_eq!(error, "making the map was cancelled");
    assert!(turns < 20, "{turns}");
}
