//! All rules, in the order of their codes.

use std::fmt;

use crate::diagnostic::{Finding, Severity};
use crate::rules;
use crate::subject::Subject;

/// One thing that can be wrong with a map.
pub struct Rule {
    /// Three letters for the family, three digits: `ADJ004`. Never used again
    /// for another meaning once released.
    pub code: &'static str,
    /// A short name in kebab case.
    pub name: &'static str,
    /// What its findings weigh unless the settings say otherwise. A rule may
    /// give a single finding less.
    pub severity: Severity,
    /// Whether its findings can come with fixes.
    pub fixable: Fixable,
    /// The rule's source file, whose first comment is its manual page.
    pub(crate) source: &'static str,
    pub(crate) check: fn(&Subject<'_>) -> Vec<Finding>,
}

/// Which fixes a rule offers at best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixable {
    /// None.
    No,
    /// A guess at what was meant.
    Unsafe,
    /// One that can be applied unseen.
    Safe,
}

impl Fixable {
    /// The word that `rules` prints.
    pub const fn word(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Unsafe => "unsafe",
            Self::Safe => "safe",
        }
    }
}

impl Rule {
    /// The manual page in Markdown, without its title: the doc comment at the
    /// head of the rule's file.
    pub fn page(&self) -> String {
        let lines = self
            .source
            .lines()
            .map_while(|line| line.strip_prefix("//!"));
        let mut page = String::new();
        for line in lines {
            page += line.strip_prefix(' ').unwrap_or(line);
            page.push('\n');
        }
        page
    }

    /// The first sentence of the page.
    pub fn summary(&self) -> String {
        let page = self.page();
        let first = page.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The family: the letters of the code.
    pub fn family(&self) -> &'static str {
        &self.code[..3]
    }

    pub(crate) fn finding(&'static self, message: impl Into<String>) -> Finding {
        Finding::new(self, message.into())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

/// What a family of rules is about, by the letters of its codes.
pub const FAMILIES: &[(&str, &str)] = &[
    ("ADJ", "neighbours and links"),
    ("BAL", "balance, as far as it shows without play"),
    ("CFG", "the settings beside the map"),
    ("CON", "continents"),
    ("IMG", "mask and image"),
    ("MAP", "the map as a whole"),
    ("NET", "numbers that the protocol and saved games speak"),
    ("PIV", "pivots and badges"),
    ("RUL", "cards and players"),
    ("TER", "territories"),
    ("XML", "the map file"),
];

/// The rule of a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code == code)
}

/// The code of a rule or the name of a family, however its letters are written.
pub(crate) fn code_or_family(text: &str) -> Option<&'static str> {
    let mut codes = RULES.iter().map(|rule| rule.code);
    let mut families = FAMILIES.iter().map(|(family, _)| *family);
    codes
        .find(|code| code.eq_ignore_ascii_case(text))
        .or_else(|| families.find(|family| family.eq_ignore_ascii_case(text)))
}

/// The code and name of the rule, or the family, that was probably meant by a
/// code, family or name that there is not: `ADJ008 (touch-without-link)`.
pub(crate) fn nearest(text: &str) -> Option<String> {
    let by_code = |rule: &Rule| strsim::levenshtein(&text.to_ascii_uppercase(), rule.code);
    let by_name = |rule: &Rule| strsim::levenshtein(&text.to_ascii_lowercase(), rule.name);
    // What is further off is nothing that was meant.
    let close = |rule: &&&Rule| by_code(rule) <= 2 || 3 * by_name(rule) <= text.chars().count();
    if text.chars().count() <= 4 && text.chars().all(char::is_alphabetic) {
        let distance = |family: &str| strsim::levenshtein(&text.to_ascii_uppercase(), family);
        let families = FAMILIES.iter().map(|(family, _)| *family);
        return families
            .filter(|family| distance(family) <= 1)
            .min_by_key(|family| distance(family))
            .map(str::to_owned);
    }
    RULES
        .iter()
        .filter(close)
        .min_by_key(|rule| by_code(rule).min(by_name(rule)))
        .map(|rule| format!("{} ({})", rule.code, rule.name))
}

/// Every rule, in the order of the codes.
pub static RULES: &[&Rule] = &[
    &rules::adjacency::unknown_neighbour::RULE,
    &rules::adjacency::self_neighbour::RULE,
    &rules::adjacency::link_twice::RULE,
    &rules::adjacency::link_differs::RULE,
    &rules::adjacency::isolated::RULE,
    &rules::adjacency::parts::RULE,
    &rules::adjacency::trap::RULE,
    &rules::adjacency::touch_without_link::RULE,
    &rules::adjacency::link_without_touch::RULE,
    &rules::adjacency::corner_contact::RULE,
    &rules::adjacency::long_link::RULE,
    &rules::adjacency::bridge::RULE,
    &rules::adjacency::gate::RULE,
    &rules::adjacency::crossroads::RULE,
    &rules::adjacency::crossing_links::RULE,
    &rules::adjacency::sea_though_touching::RULE,
    &rules::adjacency::one_way::RULE,
    &rules::adjacency::unknown_closed::RULE,
    &rules::adjacency::linked_and_closed::RULE,
    &rules::adjacency::closed_without_touch::RULE,
    &rules::balance::first_move::RULE,
    &rules::balance::lucky_deal::RULE,
    &rules::balance::dominated::RULE,
    &rules::balance::long_way::RULE,
    &rules::balance::fortress::RULE,
    &rules::settings::unused_waiver::RULE,
    &rules::settings::unknown_rule::RULE,
    &rules::continent::unknown_continent::RULE,
    &rules::continent::no_continent::RULE,
    &rules::continent::empty::RULE,
    &rules::continent::split::RULE,
    &rules::continent::no_bonus::RULE,
    &rules::continent::same_name::RULE,
    &rules::continent::same_colour::RULE,
    &rules::continent::bonus_out_of_line::RULE,
    &rules::continent::too_big::RULE,
    &rules::continent::no_continents::RULE,
    &rules::continent::id_gap::RULE,
    &rules::continent::same_id::RULE,
    &rules::continent::no_id::RULE,
    &rules::continent::no_name::RULE,
    &rules::continent::only_one::RULE,
    &rules::continent::look_alike_colours::RULE,
    &rules::image::lossy::RULE,
    &rules::image::size::RULE,
    &rules::image::orphan_colour::RULE,
    &rules::image::absent_colour::RULE,
    &rules::image::shared_colour::RULE,
    &rules::image::smoothed::RULE,
    &rules::image::specks::RULE,
    &rules::image::half_transparent::RULE,
    &rules::image::profile::RULE,
    &rules::image::too_small::RULE,
    &rules::image::large::RULE,
    &rules::image::unreadable::RULE,
    &rules::image::unused_colour::RULE,
    &rules::image::key_is_no_land::RULE,
    &rules::map::no_name::RULE,
    &rules::map::bad_id::RULE,
    &rules::map::no_mask::RULE,
    &rules::map::too_few_territories::RULE,
    &rules::map::too_many_territories::RULE,
    &rules::map::metadata::RULE,
    &rules::map::badge_size::RULE,
    &rules::protocol::gap::RULE,
    &rules::protocol::duplicate::RULE,
    &rules::protocol::no_id::RULE,
    &rules::protocol::moved::RULE,
    &rules::protocol::gone::RULE,
    &rules::protocol::continent_moved::RULE,
    &rules::protocol::rules_changed::RULE,
    &rules::pivot::no_pivot::RULE,
    &rules::pivot::off_mask::RULE,
    &rules::pivot::wrong_land::RULE,
    &rules::pivot::badge_off_centre::RULE,
    &rules::pivot::badges_overlap::RULE,
    &rules::pivot::link_through_badge::RULE,
    &rules::pivot::part_without::RULE,
    &rules::pivot::badge_elsewhere::RULE,
    &rules::pivot::two_in_one_part::RULE,
    &rules::pivot::main_in_small_part::RULE,
    &rules::cards::partial::RULE,
    &rules::cards::uneven::RULE,
    &rules::cards::players::RULE,
    &rules::cards::setup_too_small::RULE,
    &rules::cards::setup_players::RULE,
    &rules::cards::no_slack::RULE,
    &rules::territory::no_name::RULE,
    &rules::territory::same_name::RULE,
    &rules::territory::placeholder::RULE,
    &rules::territory::untidy_name::RULE,
    &rules::territory::long_name::RULE,
    &rules::territory::scattered::RULE,
    &rules::territory::look_alike::RULE,
    &rules::territory::no_colour::RULE,
    &rules::territory::language_twice::RULE,
    &rules::territory::untranslated::RULE,
    &rules::file::malformed::RULE,
    &rules::file::misspelt::RULE,
    &rules::file::missing_file::RULE,
    &rules::file::refused_path::RULE,
    &rules::file::newer_format::RULE,
    &rules::file::encoding::RULE,
    &rules::file::doctype::RULE,
    &rules::file::path_case::RULE,
    &rules::file::unknown::RULE,
    &rules::file::bad_value::RULE,
    &rules::file::limit::RULE,
    &rules::file::misplaced::RULE,
    &rules::file::given_twice::RULE,
    &rules::file::out_of_order::RULE,
    &rules::file::stray_text::RULE,
    &rules::file::not_a_map::RULE,
];
