//! The figures, as a table and as JSON.

use serde_json::{Value, json};

/// Which way is better, and how far one has to get.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// Not above: must, aim.
    AtMost(f64, f64),
    /// Not below: must, aim.
    AtLeast(f64, f64),
    /// Told for comparison.
    None,
}

pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) what: String,
    pub(crate) unit: &'static str,
    /// The median, and the lower and upper quartile where it was measured many times.
    pub(crate) value: f64,
    pub(crate) spread: Option<(f64, f64)>,
    pub(crate) target: Target,
}

impl Row {
    pub(crate) fn one(
        id: &'static str,
        what: impl Into<String>,
        unit: &'static str,
        value: f64,
        target: Target,
    ) -> Self {
        Self { id, what: what.into(), unit, value, spread: None, target }
    }

    /// The median of many with its quartiles.
    pub(crate) fn many(
        id: &'static str,
        what: impl Into<String>,
        unit: &'static str,
        mut values: Vec<f64>,
        target: Target,
    ) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let at = |quarter: usize| values[(values.len() - 1) * quarter / 4];
        Self { id, what: what.into(), unit, value: at(2), spread: Some((at(1), at(3))), target }
    }

    fn verdict(&self) -> &'static str {
        let (met, reached) = match self.target {
            Target::AtMost(must, aim) => (self.value <= must, self.value <= aim),
            Target::AtLeast(must, aim) => (self.value >= must, self.value >= aim),
            Target::None => return "",
        };
        match (met, reached) {
            (_, true) => "aim reached",
            (true, false) => "met",
            (false, false) => "MISSED",
        }
    }

    fn json(&self) -> Value {
        let (must, aim) = match self.target {
            Target::AtMost(must, aim) | Target::AtLeast(must, aim) => (Some(must), Some(aim)),
            Target::None => (None, None),
        };
        json!({
            "id": self.id, "what": self.what, "unit": self.unit, "value": self.value,
            "quartiles": self.spread.map(|(low, high)| [low, high]),
            "must": must, "aim": aim, "verdict": self.verdict(),
        })
    }
}

fn number(value: f64) -> String {
    if value >= 100.0 {
        format!("{value:.0}")
    } else if value >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}

pub(crate) fn print(rows: &[Row]) {
    println!("{:4} {:62} {:>9} {:6} {:>15}  {:>8} {:>8}", "", "", "median", "", "quartiles", "must", "aim");
    for row in rows {
        let spread = row.spread.map(|(low, high)| format!("{}..{}", number(low), number(high))).unwrap_or_default();
        let (must, aim) = match row.target {
            Target::AtMost(must, aim) => (format!("<= {}", number(must)), format!("<= {}", number(aim))),
            Target::AtLeast(must, aim) => (format!(">= {}", number(must)), format!(">= {}", number(aim))),
            Target::None => (String::new(), String::new()),
        };
        let line = format!(
            "{:4} {:62} {:>9} {:6} {:>15}  {:>8} {:>8}  {}",
            row.id,
            row.what,
            number(row.value),
            row.unit,
            spread,
            must,
            aim,
            row.verdict()
        );
        println!("{}", line.trim_end());
    }
}

pub(crate) fn to_json(rows: &[Row]) -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    let threads = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let rows: Vec<Value> = rows.iter().map(Row::json).collect();
    serde_json::to_string_pretty(&json!({ "processor": model, "processors": threads, "rows": rows })).unwrap()
}
