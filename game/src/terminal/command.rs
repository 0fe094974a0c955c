//! The commands that a player types, and their short forms.

use std::fmt::Write;

/// A command without its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Place,
    Attack,
    Fortify,
    End,
    Trade,
    Undo,
    Auto,
    Map,
    Look,
    Odds,
    Players,
    Log,
    Defend,
    Say,
    Mute,
    Unmute,
    Resign,
    Help,
    Quit,
}

impl Verb {
    /// Whether it does nothing in the game, so that a question stays open.
    pub(super) fn only_tells(self) -> bool {
        matches!(
            self,
            Self::Map
                | Self::Look
                | Self::Odds
                | Self::Players
                | Self::Log
                | Self::Say
                | Self::Mute
                | Self::Unmute
                | Self::Resign
                | Self::Help
                | Self::Quit
        )
    }
}

/// A command as `help` shows it.
pub(super) struct Command {
    pub(super) verb: Verb,
    /// The first is its name; the others are synonyms.
    pub(super) words: &'static [&'static str],
    pub(super) usage: &'static str,
    pub(super) summary: &'static str,
    /// Additional text for `help COMMAND`.
    pub(super) more: &'static str,
}

/// All commands. A prefix is enough; if several match, the first is meant.
pub(super) static COMMANDS: [Command; 19] = [
    Command {
        verb: Verb::Place,
        words: &["place", "reinforce", "claim", "put"],
        usage: "place TERRITORY [N|all] ...",
        summary: "place units; alone: list your front",
        more: "Several at once: `place ural 3 siam 2`. While territories are \
               being claimed no number is needed.",
    },
    Command {
        verb: Verb::Attack,
        words: &["attack"],
        usage: "attack FROM TARGET [1|2|3|all|stop N]",
        summary: "attack; alone: what you can attack",
        more: "With FROM and TARGET alone you see the odds and are asked how to \
               fight. `all` fights until one side has fallen, `stop 4` also stops \
               when 4 units or fewer are left on FROM, a number attacks once with \
               that many units. `attack all` lists every possible attack.",
    },
    Command {
        verb: Verb::Fortify,
        words: &["fortify", "move", "transfer"],
        usage: "fortify FROM TO [N|all]",
        summary: "move units once; then only `end` is left",
        more: "The two must be connected by your territories. Without a number \
               all units but one move. `undo` reverts the move until the turn ends.",
    },
    Command {
        verb: Verb::End,
        words: &["end", "done", "next"],
        usage: "end",
        summary: "end your turn",
        more: "All units must be placed first. You get a card if you have \
               conquered a territory.",
    },
    Command {
        verb: Verb::Trade,
        words: &["trade", "cards", "exchange"],
        usage: "trade [N]",
        summary: "trade a set; alone: your cards",
        more: "Trade before your first attack. With 5 cards or more you must \
               trade a set.",
    },
    Command {
        verb: Verb::Undo,
        words: &["undo", "back"],
        usage: "undo",
        summary: "undo the last placement or move",
        more: "Placements and the fortifying move are sent with your next attack or \
               the end of your turn. Until then you can undo them one by one.",
    },
    Command {
        verb: Verb::Auto,
        words: &["auto", "autoplay"],
        usage: "auto [game]",
        summary: "let the computer play",
        more: "`auto` plays your turn, `auto game` the rest of the game.",
    },
    Command {
        verb: Verb::Map,
        words: &["map", "board", "continent"],
        usage: "map [CONTINENT|all]",
        summary: "the board; a continent in full",
        more: "Each name is followed by the owner's letter and the units; * is you. \
               You can type the number before a name instead of the name.",
    },
    Command {
        verb: Verb::Look,
        words: &["look", "info", "territory"],
        usage: "look TERRITORY",
        summary: "a territory, its neighbours, the odds",
        more: "",
    },
    Command {
        verb: Verb::Odds,
        words: &["odds"],
        usage: "odds FROM TARGET [stop N], odds 9 4",
        summary: "how a battle would end",
        more: "Two numbers are the attacking units, without the one that stays \
               behind, and the defending units.",
    },
    Command {
        verb: Verb::Players,
        words: &["who", "players", "status"],
        usage: "who",
        summary: "the players, and what they own",
        more: "",
    },
    Command {
        verb: Verb::Log,
        words: &["log", "history"],
        usage: "log [N]",
        summary: "the last N events",
        more: "",
    },
    Command {
        verb: Verb::Defend,
        words: &["defend", "defence"],
        usage: "defend [ask|auto]",
        summary: "whether you choose how many defend",
        more: "By default the most units defend; fewer are never better.",
    },
    Command {
        verb: Verb::Say,
        words: &["say", "chat"],
        usage: "say TEXT",
        summary: "a message to all players",
        more: "",
    },
    Command {
        verb: Verb::Mute,
        words: &["mute"],
        usage: "mute NAME",
        summary: "hide what a player says",
        more: "Nobody else is told. `unmute NAME` shows it again.",
    },
    Command {
        verb: Verb::Unmute,
        words: &["unmute"],
        usage: "unmute NAME",
        summary: "show it again",
        more: "",
    },
    Command {
        verb: Verb::Resign,
        words: &["resign", "surrender"],
        usage: "resign",
        summary: "give up (you are asked first)",
        more: "Your units stay on the board, and you cannot come back. The last player \
               who has not resigned wins. Otherwise the game goes on without you; \
               `quit` leaves it.",
    },
    Command {
        verb: Verb::Help,
        words: &["help", "?"],
        usage: "help [COMMAND]",
        summary: "this, or more about a command",
        more: "",
    },
    Command {
        verb: Verb::Quit,
        words: &["quit", "exit", "leave"],
        usage: "quit",
        summary: "leave the game (you are asked first)",
        more: "",
    },
];

/// Finds a command by its name or a prefix.
///
/// # Errors
/// The most similar word, if there is one.
pub(super) fn find(word: &str) -> Result<&'static Command, Option<&'static str>> {
    pick(&COMMANDS, word)
}

/// Something that can be called by words, its name first.
pub(super) trait Words {
    fn words(&self) -> &'static [&'static str];

    /// The length of the shortest prefix that calls it, so that a shorter one calls another.
    fn shortest(&self) -> usize {
        0
    }
}

impl Words for Command {
    fn words(&self) -> &'static [&'static str] {
        self.words
    }

    fn shortest(&self) -> usize {
        match self.verb {
            // `r` and `re` are short for reinforce.
            Verb::Resign => 3,
            _ => 0,
        }
    }
}

pub(super) fn names_of<C: Words>(commands: &[C]) -> Vec<String> {
    commands
        .iter()
        .map(|command| command.words()[0].to_owned())
        .collect()
}

/// Picks a command by a word or a prefix; if several match, the first.
///
/// # Errors
/// The most similar word, if there is one.
pub(super) fn pick<C: Words>(
    commands: &'static [C],
    word: &str,
) -> Result<&'static C, Option<&'static str>> {
    let word = word.to_ascii_lowercase();
    let named = |c: &&C| c.words().contains(&word.as_str());
    let begins = |c: &&C, name: &str| word.len() >= c.shortest() && name.starts_with(&word);
    let begun = |c: &&C| begins(c, c.words()[0]);
    let also = |c: &&C| c.words().iter().any(|name| begins(c, name));
    let all = || commands.iter();
    let found = all().find(named);
    let found = found
        .or_else(|| all().find(begun))
        .or_else(|| all().find(also));
    found.ok_or_else(|| {
        let all = all().flat_map(Words::words);
        let near = all.map(|name| (strsim::osa_distance(name, &word), *name));
        let allowed = match word.len() {
            0..=2 => 0,
            3..=4 => 1,
            _ => 2,
        };
        let near = near.filter(|(distance, _)| *distance <= allowed).min();
        near.map(|(_, name)| name)
    })
}

pub(super) fn help() -> String {
    let mut out = String::from("A prefix of each word is enough: `a ukr ural all`.\n");
    for command in &COMMANDS {
        let _ = write!(out, "\n  {:<38}{}", command.usage, command.summary);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_of_words_are_enough() {
        let verb = |word: &str| find(word).ok().map(|c| c.verb);
        assert_eq!(verb("a"), Some(Verb::Attack));
        assert_eq!(verb("p"), Some(Verb::Place));
        assert_eq!(verb("E"), Some(Verb::End));
        assert_eq!(verb("move"), Some(Verb::Fortify));
        assert_eq!(verb("m"), Some(Verb::Map));
        assert_eq!(verb("done"), Some(Verb::End));
        assert_eq!(verb("?"), Some(Verb::Help));
        assert_eq!(verb("u"), Some(Verb::Undo));
        assert_eq!(verb("re"), Some(Verb::Place));
        assert_eq!(verb("res"), Some(Verb::Resign));
        assert_eq!(verb("mu"), Some(Verb::Mute));
        assert_eq!(verb("unm"), Some(Verb::Unmute));
        assert_eq!(find("atack").err(), Some(Some("attack")));
        assert_eq!(find("xyzzy").err(), Some(None));
    }

    #[test]
    fn help_fits_into_eighty_columns() {
        for line in help().lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
