//! Reading single options: absent keeps the preset's value, what does not fit is a fault named after the option.

use crate::games::{Fault, OptionSpec, Options};

/// Options as they are being read.
#[derive(Debug)]
pub(crate) struct OptionsReader<O> {
    options: O,
    faults: Vec<Fault>,
}

impl<O: Options> OptionsReader<O> {
    /// Begins with the preset of that enum number: 0 or absent is the first preset, n the n-th.
    pub(crate) fn new(preset: Option<i32>) -> Self {
        let index = usize::try_from(preset.unwrap_or(0).max(1) - 1).ok();
        let named = if preset.is_some_and(|number| number < 0) { None } else { index.and_then(O::preset) };
        let faults = if named.is_some() { Vec::new() } else { vec![Fault::new("preset", "unknown preset")] };
        Self { options: named.unwrap_or_default(), faults }
    }

    /// An option that is a number.
    pub(crate) fn number(&mut self, name: &'static str, value: Option<u32>) -> &mut Self {
        if let Some(value) = value {
            self.set(name, u16::try_from(value).ok());
        }
        self
    }

    /// An option that is on or off.
    pub(crate) fn flag(&mut self, name: &'static str, value: Option<bool>) -> &mut Self {
        self.number(name, value.map(u32::from))
    }

    /// An option that is one of several names, whose enum numbers are one more than the core's.
    pub(crate) fn choice(&mut self, name: &'static str, value: Option<i32>) -> &mut Self {
        if let Some(number) = value.filter(|&number| number != 0) {
            self.set(name, number.checked_sub(1).and_then(|number| u16::try_from(number).ok()));
        }
        self
    }

    fn set(&mut self, name: &'static str, value: Option<u16>) {
        let spec: Option<&OptionSpec<O>> = O::SPECS.iter().find(|spec| spec.name == name);
        match (spec, value) {
            (Some(spec), Some(value)) if spec.kind.accepts(value) => (spec.set)(&mut self.options, value),
            _ => self.faults.push(Fault::new(name, "out of range; the catalogue tells the values")),
        }
    }

    /// The options, unless something does not fit.
    pub(crate) fn end(&mut self) -> Result<O, Vec<Fault>> {
        if self.faults.is_empty() { Ok(self.options) } else { Err(std::mem::take(&mut self.faults)) }
    }
}

/// The enum number of an option that is one of several names.
pub(crate) fn write_choice<O: Options>(options: &O, name: &str) -> Option<i32> {
    let spec = O::SPECS.iter().find(|spec| spec.name == name)?;
    Some(i32::from((spec.get)(options)) + 1)
}
