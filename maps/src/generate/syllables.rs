//! Syllables for invented names.
//!
//! Every beginning ends in a consonant, every middle is a vowel, and every ending begins with a
//! consonant, so every combination is pronounceable.

/// Syllables that sound like one language.
pub(super) struct Tongue {
    pub(super) beginnings: &'static [&'static str],
    pub(super) middles: &'static [&'static str],
    /// Of territories.
    pub(super) endings: &'static [&'static str],
    /// Of continents and worlds.
    pub(super) lands: &'static [&'static str],
}

/// Each continent gets one, in turn.
pub(super) const TONGUES: [Tongue; 8] = [
    Tongue {
        beginnings: &[
            "Brun", "Dag", "Eld", "Fjal", "Grim", "Hal", "Ing", "Kal", "Lund", "Myr", "Norr",
            "Orm", "Rav", "Skar", "Stav", "Tor", "Ulf", "Vind",
        ],
        middles: &["a", "e", "u"],
        endings: &[
            "berg", "dal", "gard", "heim", "holm", "lund", "mo", "nes", "stad", "sund", "vik",
            "voll",
        ],
        lands: &["land", "mark", "rike"],
    },
    Tongue {
        beginnings: &[
            "Al", "Bel", "Cor", "Dur", "Est", "Fal", "Gal", "Lor", "Mar", "Nav", "Orl", "Per",
            "Sal", "Tamb", "Val", "Ver",
        ],
        middles: &["a", "e", "i", "o"],
        endings: &[
            "cante", "dora", "gua", "lencia", "mira", "nza", "rra", "sca", "ssa", "tano", "vento",
            "zuela",
        ],
        lands: &["lia", "nia", "ria"],
    },
    Tongue {
        beginnings: &[
            "Bor", "Chel", "Dob", "Gost", "Jas", "Kam", "Lip", "Mosh", "Nov", "Ost", "Pol", "Rad",
            "Sob", "Tver", "Vel", "Zab",
        ],
        middles: &["a", "e", "i", "o"],
        endings: &[
            "brod", "dol", "grad", "lin", "min", "nitsa", "polye", "rov", "slav", "tin", "vets",
            "zhin",
        ],
        lands: &["via", "nia", "shchina"],
    },
    Tongue {
        beginnings: &[
            "Aith", "Cal", "Del", "Eph", "Hel", "Kyr", "Lem", "Myk", "Nax", "Oin", "Pel", "Rhod",
            "Syr", "Thes", "Xan", "Zan",
        ],
        middles: &["a", "e", "i", "o"],
        endings: &[
            "don", "kros", "mene", "ndra", "nthos", "phae", "polis", "rtha", "ssos", "theia",
            "tria", "xos",
        ],
        lands: &["thea", "mia", "tis"],
    },
    Tongue {
        beginnings: &[
            "Az", "Bash", "Dam", "Fayz", "Gaz", "Haz", "Jal", "Kar", "Lur", "Mash", "Naj", "Qas",
            "Rash", "Sam", "Tab", "Zar",
        ],
        middles: &["a", "i", "u"],
        endings: &[
            "bad", "dan", "far", "hir", "jan", "kand", "mand", "ran", "rud", "shan", "tar", "zir",
        ],
        lands: &["stan", "zan", "dria"],
    },
    Tongue {
        beginnings: &[
            "Fan", "Han", "Kal", "Lam", "Mah", "Nuk", "Pal", "Rar", "Tang", "Uv", "Vak", "Wal",
        ],
        middles: &["a", "i", "o", "u"],
        endings: &[
            "kea", "lani", "loa", "moana", "nui", "pago", "roa", "tapu", "tika", "tonga", "vea",
            "wai",
        ],
        lands: &["nesia", "rua", "tea"],
    },
    Tongue {
        beginnings: &[
            "Arn", "Bryn", "Caer", "Dun", "Fenn", "Glan", "Inver", "Kil", "Llan", "Morv", "Pen",
            "Ross", "Strath", "Tren", "Wen",
        ],
        middles: &["a", "e", "o", "y"],
        endings: &[
            "brae", "carn", "dorn", "garth", "gwyn", "lith", "mor", "nagh", "ryn", "thal", "veth",
            "wick",
        ],
        lands: &["wen", "via", "rion"],
    },
    Tongue {
        beginnings: &[
            "Bur", "Chag", "Dark", "Erd", "Gurv", "Hov", "Jarg", "Kesh", "Mand", "Nom", "Orkh",
            "Selen", "Tov", "Uls", "Yer",
        ],
        middles: &["a", "e", "o", "u"],
        endings: &[
            "batar", "char", "dur", "gai", "khan", "kut", "lig", "mag", "nor", "shai", "tau", "zak",
        ],
        lands: &["gol", "lia", "tai"],
    },
];

pub(super) const UNWANTED: [&str; 12] = [
    "anal", "anus", "cum", "dick", "fag", "kak", "nazi", "nig", "piss", "rape", "sex", "shit",
];
