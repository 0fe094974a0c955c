//! Reads `NAME.cards`: the deck, and missions.

use std::collections::{BTreeMap, BTreeSet};

use crate::Card;

use super::flaw::{Cause, Flaws};
use super::map_file::{Comments, brief, header};
use super::text::{Text, words};

/// Number of wild cards in our decks.
pub(super) const WILD_CARDS: usize = 2;

/// The deck: a card for some of the countries, by number.
pub(super) type Deck = BTreeMap<usize, Card>;

/// Reads a deck for the countries with these numbers.
pub(super) fn parse(
    file: &str,
    text: &Text,
    countries: &BTreeSet<usize>,
    flaws: &mut Flaws,
) -> Deck {
    let mut deck = Deck::new();
    let is_cards =
        |(_, text): (u32, &str)| header(text.trim_ascii()).is_some_and(|h| h.0 == "cards");
    if !text.lines().any(is_cards) {
        // Report only this: the file is not a deck.
        flaws.add(file, None, Cause::NoSection("cards"));
        return deck;
    }
    let mut wild = 0;
    let mut missions = 0;
    let mut first_wild = None;
    let mut first_mission = None;
    let mut section = "";
    let mut comments = Comments::default();
    for (line, text) in text.lines() {
        let text = text.trim_ascii();
        if let Some(comment) = text.strip_prefix(';') {
            comments.add(line, comment.trim());
            continue;
        }
        if text.is_empty() {
            continue;
        }
        if let Some((name, comment)) = header(text) {
            if comment {
                flaws.add(file, line, Cause::TrailingComment);
            }
            section = match name {
                "cards" => "cards",
                "missions" => "missions",
                _ => {
                    flaws.add(file, line, Cause::UnknownSection(brief(name)));
                    "unknown"
                }
            };
            continue;
        }
        match section {
            "cards" => {
                let (words, comment) = words(text, 1);
                if comment {
                    flaws.add(file, line, Cause::TrailingComment);
                }
                if words == ["wildcard"] {
                    wild += 1;
                    first_wild.get_or_insert(line);
                    continue;
                }
                match card(&words, countries) {
                    Ok((number, _)) if deck.contains_key(&number) => {
                        flaws.add(file, line, Cause::CardTwice(number));
                    }
                    Ok((number, card)) => {
                        deck.insert(number, card);
                    }
                    Err(cause) => flaws.add(file, line, cause),
                }
            }
            "missions" => {
                missions += 1;
                first_mission.get_or_insert(line);
            }
            "" => flaws.add(file, line, Cause::Setting(brief(text))),
            _ => {}
        }
    }
    comments.tell(file, flaws);
    if missions > 0 {
        flaws.add(file, first_mission, Cause::Missions(missions));
    }
    if wild != WILD_CARDS {
        flaws.add(file, first_wild, Cause::WildCards(wild));
    }
    let countries = countries.len();
    let missing = countries.saturating_sub(deck.len());
    if missing > 0 {
        flaws.add(file, None, Cause::CardsMissing { missing, countries });
    }
    deck
}

/// Parses a card; there is at least one word.
fn card(words: &[&str], countries: &BTreeSet<usize>) -> Result<(usize, Card), Cause> {
    let card = match words[0] {
        "Infantry" => Card::Infantry,
        "Cavalry" => Card::Cavalry,
        "Cannon" => Card::Artillery,
        other => return Err(Cause::UnknownCard(brief(other))),
    };
    let &[_, number] = words else {
        return Err(Cause::WrongFields {
            what: "a card",
            expected: "a kind and a country",
            found: words.len(),
        });
    };
    match number.parse() {
        Ok(n) if countries.contains(&n) => Ok((n, card)),
        Ok(n) => Err(Cause::UnknownCountry(n)),
        Err(_) => Err(Cause::NoNumber {
            what: "a card's country",
            min: 1,
            max: countries.last().map_or(0, |&n| n as i64),
            found: brief(number),
        }),
    }
}

#[cfg(test)]
mod tests;
