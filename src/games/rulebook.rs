//! The pages of rules as data: every rule by its id, cut from the `RULES.md` that is compiled in.

/// One rule of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The id: `J14`, `PE3` for a worked example.
    pub id: &'static str,
    /// The heading under which it stands: `The turn`.
    pub section: &'static str,
    /// The text in Markdown, without line breaks.
    pub text: String,
}

/// The rules that all games share (G1 to G10), as Markdown. The rules of a game are
/// [`Position::RULES`](super::Position::RULES).
pub const COMMON_RULES: &str = include_str!("RULES.md");

/// The heading of the summary for players.
const SUMMARY: &str = "In short";

/// The rules of a page, in its order.
///
/// ```
/// use taash::games::rules_of;
///
/// let rules = rules_of("# The turn\n\n- **J12** A turn is a discard\n  or a call.\n");
/// assert_eq!((rules[0].id, rules[0].section), ("J12", "The turn"));
/// assert_eq!(rules[0].text, "A turn is a discard or a call.");
/// ```
#[must_use]
pub fn rules_of(page: &'static str) -> Vec<RuleText> {
    let (mut rules, mut section, mut open) = (Vec::<RuleText>::new(), "", false);
    for line in page.lines() {
        if let Some(heading) = heading(line) {
            (section, open) = (heading, false);
        } else if let Some((id, text)) = rule(line) {
            rules.push(RuleText { id, section, text: text.to_owned() });
            open = true;
        } else if let (true, Some(rule), Some(more)) = (open, rules.last_mut(), line.strip_prefix("  ")) {
            rule.text.push(' ');
            rule.text.push_str(more.trim());
        } else {
            open = false;
        }
    }
    rules
}

/// The summary for players: the paragraphs under `In short`, without line breaks inside a paragraph. Empty if the page has
/// none.
#[must_use]
pub fn summary_of(page: &'static str) -> String {
    let lines = page.lines().skip_while(|line| heading(line) != Some(SUMMARY)).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| heading(line).is_none()).collect();
    let paragraphs = lines.split(|line| line.trim().is_empty()).filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| paragraph.join(" ")).collect::<Vec<_>>().join("\n\n")
}

fn heading(line: &'static str) -> Option<&'static str> {
    let title = line.trim_start_matches('#');
    (title.len() < line.len()).then(|| title.trim())
}

/// `- **J14** A combination is …`, with the id and what follows it.
fn rule(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (id, text) = line.strip_prefix("- **")?.split_once("**")?;
    let is_id = id.starts_with(|c: char| c.is_ascii_uppercase()) && id.ends_with(|c: char| c.is_ascii_digit());
    is_id.then(|| (id, text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# A page

# In short

Players take turns.
They lay cards.

The lowest hand wins.

# Cards

- **J1** Two to five
  players, *each* alone.
- **J2** One deck.

A paragraph that is no rule.

## More

- **JE1** An example.
- **Bold** no rule at all.
";

    #[test]
    fn rules_have_their_ids_sections_and_whole_texts() {
        let rules: Vec<_> = rules_of(PAGE).into_iter().map(|rule| (rule.id, rule.section, rule.text)).collect();
        let expected = [
            ("J1", "Cards", "Two to five players, *each* alone."),
            ("J2", "Cards", "One deck."),
            ("JE1", "More", "An example."),
        ];
        assert_eq!(rules, expected.map(|(id, section, text)| (id, section, text.to_owned())));
    }

    #[test]
    fn the_summary_is_what_stands_under_its_heading() {
        assert_eq!(summary_of(PAGE), "Players take turns. They lay cards.\n\nThe lowest hand wins.");
        assert_eq!(summary_of("# Cards\n\n- **J1** Alone.\n"), "");
    }
}
