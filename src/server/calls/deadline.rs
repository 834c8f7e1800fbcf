//! The deadline that a caller sets.

use hyper::HeaderMap;
use hyper::http::HeaderValue;
use std::time::Duration;

/// The timeout in the header `grpc-timeout`: at most eight digits and a unit. An invalid value is ignored.
pub(super) fn requested(headers: &HeaderMap<HeaderValue>) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(number * 3600)),
        "M" => Some(Duration::from_secs(number * 60)),
        "S" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_millis(number)),
        "u" => Some(Duration::from_micros(number)),
        "n" => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_read_and_invalid_values_are_ignored() {
        let read = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", HeaderValue::from_static(text));
            requested(&headers)
        };
        assert_eq!(read("2H"), Some(Duration::from_secs(7200)));
        assert_eq!(read("3M"), Some(Duration::from_secs(180)));
        assert_eq!(read("4S"), Some(Duration::from_secs(4)));
        assert_eq!(read("5m"), Some(Duration::from_millis(5)));
        assert_eq!(read("6u"), Some(Duration::from_micros(6)));
        assert_eq!(read("99999999n"), Some(Duration::from_nanos(99_999_999)));
        for invalid in ["", "S", "5", "5s", "-5S", "+5S", "123456789S", "1.5S", "\u{7f}"] {
            if let Ok(value) = HeaderValue::from_str(invalid) {
                let mut headers = HeaderMap::new();
                headers.insert("grpc-timeout", value);
                assert_eq!(requested(&headers), None, "{invalid:?}");
            }
        }
        assert_eq!(requested(&HeaderMap::new()), None);
    }
}
