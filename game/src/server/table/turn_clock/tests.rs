use super::*;

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn clock() -> (TurnClock, Player, Player) {
    let options = ClockOptions {
        turn: seconds(60),
        bank: seconds(100),
    };
    let mut players = Player::first(2);
    let (ann, ben) = (players.next().unwrap(), players.next().unwrap());
    (TurnClock::new(options), ann, ben)
}

#[test]
fn the_bank_pays_for_long_turns_and_short_ones_fill_it_again() {
    let (mut clock, ann, ben) = clock();
    clock.begin(ann, seconds(0));
    assert_eq!(
        clock.left(seconds(90)),
        Some((ann, seconds(0), seconds(70)))
    );
    clock.begin(ben, seconds(90));
    clock.begin(ann, seconds(100));
    assert_eq!(
        clock.left(seconds(100)),
        Some((ann, seconds(60), seconds(70)))
    );
    clock.begin(ben, seconds(110));
    clock.begin(ann, seconds(111));
    assert_eq!(
        clock.left(seconds(111)),
        Some((ann, seconds(60), seconds(80)))
    );
    assert!(!clock.is_over(seconds(111 + 139)));
    assert!(clock.is_over(seconds(111 + 140)));
}

#[test]
fn endless_times_do_not_overflow() {
    let mut players = Player::first(2);
    let (ann, ben) = (players.next().unwrap(), players.next().unwrap());
    let mut clock = TurnClock::new(ClockOptions {
        turn: Duration::MAX,
        bank: Duration::MAX,
    });
    clock.begin(ann, seconds(0));
    clock.begin(ben, seconds(10));
    clock.begin(ann, seconds(20));
    assert!(!clock.is_over(Duration::MAX / 2));
}

#[test]
fn it_stands_still_while_another_answers() {
    let (mut clock, ann, _) = clock();
    clock.begin(ann, seconds(0));
    clock.run(false, seconds(10));
    clock.run(false, seconds(500));
    assert_eq!(
        clock.left(seconds(999)),
        Some((ann, seconds(50), seconds(100)))
    );
    clock.run(true, seconds(1_000));
    assert_eq!(
        clock.left(seconds(1_020)),
        Some((ann, seconds(30), seconds(100)))
    );
}
