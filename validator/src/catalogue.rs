//! All rules in the order of their codes, and the look-up of codes that people type.

use crate::rule::{Rule, Safety};
use marchland_maps::Severity;
use strsim::levenshtein;

/// Passes the table of all rules to a macro. The columns: the code, the page below
/// `rules/`, the name, the severity, the best kind of fix, and the check function.
macro_rules! each_rule {
    ($with:ident) => {
        $with! {
            "ADJ001" "adjacency/unknown_neighbour" "unknown-neighbour" Error Unsafe problems::of;
            "ADJ002" "adjacency/self_neighbour" "self-neighbour" Error Safe problems::of;
            "ADJ003" "adjacency/link_twice" "link-twice" Error Safe problems::of;
            "ADJ004" "adjacency/link_differs" "link-differs" Error Unsafe problems::of;
            "ADJ005" "adjacency/isolated" "isolated" Error Unsafe adjacency::isolated::check;
            "ADJ006" "adjacency/parts" "parts" Error Unsafe adjacency::parts::check;
            "ADJ007" "adjacency/trap" "trap" Error Unsafe adjacency::trap::check;
            "ADJ008" "adjacency/touch_without_link" "touch-without-link" Warning Unsafe adjacency::touch_without_link::check;
            "ADJ009" "adjacency/link_without_touch" "link-without-touch" Warning Unsafe adjacency::link_without_touch::check;
            "ADJ010" "adjacency/corner_contact" "corner-contact" Info No adjacency::corner_contact::check;
            "ADJ011" "adjacency/long_link" "long-link" Warning Unsafe adjacency::long_link::check;
            "ADJ012" "adjacency/bridge" "bridge" Info No adjacency::bridge::check;
            "ADJ013" "adjacency/gate" "gate" Info No adjacency::gate::check;
            "ADJ014" "adjacency/crossroads" "crossroads" Info No adjacency::crossroads::check;
            "ADJ015" "adjacency/crossing_links" "crossing-links" Info No adjacency::crossing_links::check;
            "ADJ016" "adjacency/sea_though_touching" "sea-though-touching" Info Unsafe adjacency::sea_though_touching::check;
            "ADJ017" "adjacency/one_way" "one-way" Info Unsafe adjacency::one_way::check;
            "ADJ018" "adjacency/unknown_closed" "unknown-closed" Error Safe problems::of;
            "ADJ019" "adjacency/linked_and_closed" "linked-and-closed" Error Unsafe problems::of;
            "ADJ020" "adjacency/closed_without_touch" "closed-without-touch" Warning Safe adjacency::closed_without_touch::check;
            "BAL001" "balance/first_move" "first-move" Info No balance::first_move::check;
            "BAL002" "balance/lucky_deal" "lucky-deal" Warning No balance::lucky_deal::check;
            "BAL003" "balance/dominated" "dominated" Info No balance::dominated::check;
            "BAL004" "balance/long_way" "long-way" Info No balance::long_way::check;
            "BAL005" "balance/fortress" "fortress" Info No balance::fortress::check;
            "CFG001" "settings/unused_waiver" "unused-waiver" Warning No settings::unused_waiver::check;
            "CFG002" "settings/unknown_rule" "unknown-rule" Warning No settings::unknown_rule::check;
            "CFG003" "settings/unknown_balance" "unknown-balance-key" Warning No settings::unknown_balance::check;
            "CON001" "continent/unknown_continent" "unknown-continent" Error Unsafe problems::of;
            "CON002" "continent/no_continent" "no-continent" Error Unsafe problems::of;
            "CON003" "continent/empty" "empty" Error Unsafe problems::of;
            "CON004" "continent/split" "split" Warning No continent::split::check;
            "CON005" "continent/no_bonus" "no-bonus" Error Unsafe problems::of;
            "CON006" "continent/same_name" "same-name" Error No problems::of;
            "CON007" "continent/same_colour" "same-colour" Warning Unsafe continent::same_colour::check;
            "CON008" "continent/bonus_out_of_line" "bonus-out-of-line" Warning Unsafe continent::bonus_out_of_line::check;
            "CON009" "continent/too_big" "too-big" Warning No continent::too_big::check;
            "CON010" "continent/no_continents" "no-continents" Error Unsafe problems::of;
            "CON011" "continent/id_gap" "id-gap" Error Safe problems::of;
            "CON012" "continent/same_id" "same-id" Error Unsafe problems::of;
            "CON013" "continent/no_id" "no-id" Error Safe problems::of;
            "CON014" "continent/no_name" "no-name" Error No problems::of;
            "CON015" "continent/only_one" "only-one" Info No continent::only_one::check;
            "CON016" "continent/look_alike_colours" "look-alike-colours" Info Unsafe continent::look_alike_colours::check;
            "IMG001" "image/lossy" "lossy" Error No image::lossy::check;
            "IMG002" "image/size" "size" Error No image::size::check;
            "IMG003" "image/orphan_colour" "orphan-colour" Warning Unsafe image::orphan_colour::check;
            "IMG004" "image/absent_colour" "absent-colour" Error Unsafe image::absent_colour::check;
            "IMG005" "image/shared_colour" "shared-colour" Error Unsafe problems::of;
            "IMG006" "image/smoothed" "smoothed" Warning No image::smoothed::check;
            "IMG007" "image/specks" "specks" Warning No image::specks::check;
            "IMG008" "image/half_transparent" "half-transparent" Warning No image::half_transparent::check;
            "IMG009" "image/profile" "profile" Info No image::profile::check;
            "IMG010" "image/too_small" "too-small" Warning No image::too_small::check;
            "IMG011" "image/large" "large" Info No image::large::check;
            "IMG012" "image/unreadable" "unreadable" Error No image::unreadable::check;
            "IMG013" "image/unused_colour" "unused-colour" Info Safe image::unused_colour::check;
            "IMG014" "image/key_is_no_land" "key-is-no-land" Error Unsafe problems::of;
            "IMG015" "image/merged_colours" "merged-colours" Warning No image::merged_colours::check;
            "IMG016" "image/old_picture" "old-picture" Warning No image::old_picture::check;
            "IMG017" "image/same_file" "same-file" Warning No image::same_file::check;
            "MAP001" "map/no_name" "no-name" Error Unsafe problems::of;
            "MAP002" "map/bad_id" "bad-id" Error Unsafe problems::of;
            "MAP003" "map/no_mask" "no-mask" Error Unsafe problems::of;
            "MAP004" "map/too_few_territories" "too-few-territories" Error No problems::of;
            "MAP005" "map/too_many_territories" "too-many-territories" Error No problems::of;
            "MAP006" "map/metadata" "metadata" Warning No map::metadata::check;
            "MAP007" "map/badge_size" "badge-size" Warning Unsafe map::badge_size::check;
            "NET001" "protocol/gap" "gap" Error Unsafe problems::of;
            "NET002" "protocol/duplicate" "duplicate" Error Unsafe problems::of;
            "NET003" "protocol/no_id" "no-id" Error Safe problems::of;
            "NET004" "protocol/moved" "moved" Warning Unsafe protocol::moved::check;
            "NET005" "protocol/gone" "gone" Warning No protocol::gone::check;
            "NET006" "protocol/continent_moved" "continent-moved" Warning Unsafe protocol::continent_moved::check;
            "NET007" "protocol/rules_changed" "rules-changed" Info No protocol::rules_changed::check;
            "PIV001" "pivot/no_pivot" "no-pivot" Error Safe problems::of;
            "PIV002" "pivot/off_mask" "off-mask" Error Safe pivot::off_mask::check;
            "PIV003" "pivot/wrong_land" "wrong-land" Error Safe pivot::wrong_land::check;
            "PIV004" "pivot/badge_off_centre" "badge-off-centre" Warning Unsafe pivot::badge_off_centre::check;
            "PIV005" "pivot/badges_overlap" "badges-overlap" Warning No pivot::badges_overlap::check;
            "PIV006" "pivot/link_through_badge" "link-through-badge" Info No pivot::link_through_badge::check;
            "PIV007" "pivot/part_without" "part-without" Warning Safe pivot::part_without::check;
            "PIV008" "pivot/badge_elsewhere" "badge-elsewhere" Warning Unsafe pivot::badge_elsewhere::check;
            "PIV009" "pivot/two_in_one_part" "two-in-one-part" Warning Safe pivot::two_in_one_part::check;
            "PIV010" "pivot/main_in_small_part" "main-in-small-part" Info Unsafe pivot::main_in_small_part::check;
            "RUL002" "cards/partial" "partial" Info Unsafe cards::partial::check;
            "RUL003" "cards/uneven" "uneven" Warning Unsafe cards::uneven::check;
            "RUL005" "cards/players" "players" Warning No cards::players::check;
            "RUL006" "cards/setup_too_small" "setup-too-small" Warning Safe cards::setup_too_small::check;
            "RUL008" "cards/no_slack" "no-slack" Info No cards::no_slack::check;
            "TER001" "territory/no_name" "no-name" Error Unsafe problems::of;
            "TER002" "territory/same_name" "same-name" Error No problems::of;
            "TER003" "territory/placeholder" "placeholder" Warning No territory::placeholder::check;
            "TER004" "territory/untidy_name" "untidy-name" Warning Safe territory::untidy_name::check;
            "TER005" "territory/long_name" "long-name" Warning No territory::long_name::check;
            "TER006" "territory/scattered" "scattered" Info No territory::scattered::check;
            "TER007" "territory/look_alike" "look-alike" Info No territory::look_alike::check;
            "TER008" "territory/no_colour" "no-colour" Error Unsafe problems::of;
            "TER009" "territory/language_twice" "language-twice" Warning Safe territory::language_twice::check;
            "TER010" "territory/untranslated" "untranslated" Info No territory::untranslated::check;
            "XML001" "file/malformed" "malformed" Error No file::flaws::of;
            "XML002" "file/misspelt" "misspelt" Error Safe file::misspelt::check;
            "XML003" "file/missing_file" "missing-file" Error Unsafe file::missing_file::check;
            "XML004" "file/refused_path" "refused-path" Error Unsafe file::flaws::of;
            "XML005" "file/newer_format" "newer-format" Error No file::flaws::of;
            "XML006" "file/encoding" "encoding" Error No file::flaws::of;
            "XML007" "file/doctype" "doctype" Error No file::flaws::of;
            "XML008" "file/path_case" "path-case" Error Safe file::path_case::check;
            "XML009" "file/unknown" "unknown" Info No file::flaws::of;
            "XML010" "file/bad_value" "bad-value" Error Unsafe file::flaws::of;
            "XML011" "file/limit" "limit" Error No file::flaws::of;
            "XML012" "file/misplaced" "misplaced" Error No file::flaws::of;
            "XML013" "file/given_twice" "given-twice" Error No file::flaws::of;
            "XML014" "file/out_of_order" "out-of-order" Info No file::flaws::of;
            "XML015" "file/stray_text" "stray-text" Info No file::flaws::of;
            "XML016" "file/not_a_map" "not-a-map" Error No file::flaws::of;
        }
    };
}

pub(crate) use each_rule;

macro_rules! safety {
    (No) => {
        None
    };
    ($safety:ident) => {
        Some(Safety::$safety)
    };
}

macro_rules! rules {
    ($($code:literal $page:literal $name:literal $severity:ident $fix:ident $check:path;)*) => {
        &[$(Rule {
            code: $code,
            name: $name,
            severity: Severity::$severity,
            fix: safety!($fix),
            page: include_str!(concat!("rules/", $page, ".md")),
        }),*]
    };
}

/// Every rule in the order of the codes.
pub static RULES: &[Rule] = each_rule!(rules);

/// The families of rules: the letters of their codes and their subject.
pub const FAMILIES: &[(&str, &str)] = &[
    ("ADJ", "neighbours and links"),
    ("BAL", "balance, as judged without playing"),
    ("CFG", "the settings beside the map"),
    ("CON", "continents"),
    ("IMG", "mask and image"),
    ("MAP", "the map as a whole"),
    ("NET", "ids in the protocol and in saved games"),
    ("PIV", "pivots and badges"),
    ("RUL", "cards and players"),
    ("TER", "territories"),
    ("XML", "the map file"),
];

/// The rule with this code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code)
}

/// A prefix of codes in upper case: a code, a family, or another prefix such as
/// `ADJ00`; empty for `ALL`. `None` if no code has this prefix.
pub(crate) fn prefix(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    if text == "ALL" {
        return Some(String::new());
    }
    let is_prefix = RULES.iter().any(|rule| rule.code.starts_with(&text));
    (is_prefix && !text.is_empty()).then_some(text)
}

/// The rule or family closest to a misspelt code, family or name, for a suggestion:
/// `ADJ008 (touch-without-link)`.
pub(crate) fn nearest(text: &str) -> Option<String> {
    /// More characters than any text close to a name has.
    const LONG: usize = 64;
    let length = text.chars().count();
    if length > LONG {
        return None;
    }
    let (upper, lower) = (text.to_ascii_uppercase(), text.to_ascii_lowercase());
    // Most words are too long or too short; comparing takes time for each.
    let near = |text: &str, word: &str, most: usize| {
        let distance = (length.abs_diff(word.len()) <= most).then(|| levenshtein(text, word));
        distance.filter(|&distance| distance <= most)
    };
    if length <= 4 && text.chars().all(char::is_alphabetic) {
        let families = FAMILIES.iter().map(|(family, _)| *family);
        return families
            .filter_map(|family| Some((near(&upper, family, 1)?, family)))
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, family)| family.to_owned());
    }
    let distances = RULES.iter().filter_map(|rule| {
        let by_code = near(&upper, rule.code, 2);
        let by_name = near(&lower, rule.name, length / 3);
        let distance = by_code.into_iter().chain(by_name).min()?;
        Some((distance, rule))
    });
    distances
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, rule)| format!("{} ({})", rule.code, rule.name))
}
