use super::*;

/// Values of each kind of word, for tests of what is made of them.
pub(crate) mod samples {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::command::{Chat, Create, LoginError, To};

    pub(crate) trait Sample: Sized {
        fn sample() -> BoxedStrategy<Self>;
    }

    /// Any argument, whatever its name.
    pub(crate) fn argument<T: Sample>(_name: &str) -> BoxedStrategy<T> {
        T::sample()
    }

    /// Declares how values are drawn.
    macro_rules! sample {
        ($($type:ty => $strategy:expr;)+) => {
            $(impl $crate::protocol::samples::Sample for $type {
                fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                    proptest::strategy::Strategy::boxed($strategy)
                }
            })+
        };
    }

    pub(crate) use sample;

    sample! {
        u32 => any::<u32>();
        u8 => any::<u8>();
        Player => (0..7u8).prop_filter_map("a seat", Player::new);
        Flag => any::<bool>().prop_map(Flag);
        Name => "[A-Za-z0-9_-]{1,16}".prop_map(Name);
        Text => "[!-~]{1,32}".prop_map(Text);
        Secret => any::<u128>().prop_map(Secret);
        Digest => any::<u128>().prop_map(Digest);
        // The longest that an ERROR or a PRIVATE line of 127 bytes has room for.
        String => rest(110);
        Option<Text> => prop::option::of(Text::sample());
        Vec<u32> => prop::collection::vec(any::<u32>(), 1..8);
        Result<Player, LoginError> => prop_oneof![
            Player::sample().prop_map(Ok),
            Just(Err(LoginError::BadName)),
            Just(Err(LoginError::NameInUse)),
            Just(Err(LoginError::TooManyPlayers)),
        ];
        Chat => (
            Player::sample(),
            prop_oneof![Just(To::All), Player::sample().prop_map(To::One)],
            String::sample(),
        )
            .prop_map(|(player, to, message)| Chat { player, to, message });
        Create => (Name::sample(), Option::<Text>::sample(), Text::sample(), u8::sample())
            .prop_map(|(table, game, setup, players)| Create { table, game, setup, players });
        TurnOrder => (Just(Player::first(7).collect::<Vec<_>>()).prop_shuffle(), 1..=7usize)
            .prop_filter_map("an order", |(players, len)| TurnOrder::new(&players[..len]));
    }

    /// The rest of a line: at most `len` bytes, no space at its ends.
    pub(crate) fn rest(len: usize) -> BoxedStrategy<String> {
        let text = format!("[!-~][ -~]{{0,{}}}[!-~]", len - 2);
        prop::string::string_regex(&text).unwrap().boxed()
    }
}

#[test]
fn words() {
    let mut args = Args::new("  ATTACK  1   2 ");
    assert_eq!(args.word(), Some("ATTACK"));
    assert_eq!(args.take::<u8>(), Ok(1));
    assert_eq!(args.end(), Err(ParseError::TooMany));
    assert_eq!(args.take::<u8>(), Ok(2));
    assert_eq!(args.end(), Ok(()));
    assert_eq!(args.take::<u8>(), Err(ParseError::Missing(u8::WHAT)));
}

#[test]
fn numbers_have_no_sign() {
    for word in ["+1", "-1", "1.0", "", "0x1", "4294967296"] {
        assert_eq!(u32::read(word), None, "{word}");
    }
    assert_eq!(Player::read("7"), None);
    assert_eq!(Player::read("6"), Player::new(6));
    let too_many = Args::new("7").take::<Player>().unwrap_err();
    assert_eq!(too_many.to_string(), "7 is not a player id, 0 to 6");
    let long = "9".repeat(120);
    let too_long = Args::new(&long).take::<u32>().unwrap_err().to_string();
    assert!(too_long.ends_with("9 is not a number up to 4294967295"));
    assert!(too_long.len() < 80, "{too_long}");
}

#[test]
fn names() {
    for bad in ["", "Jan Novak", "seventeen-letters", "Ján", "a.b"] {
        assert_eq!(bad.parse::<Name>(), Err(BadName), "{bad}");
    }
    assert!("sixteen-letters_".parse::<Name>().is_ok());
}

#[test]
fn secrets_stay_secret() {
    assert!(!format!("{:?}", Secret(0xabc)).contains("abc"));
}
