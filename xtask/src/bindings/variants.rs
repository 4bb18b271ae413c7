//! Variants, enums, options and results, lifted and lowered.

use wit_bindgen_core::abi::{Instruction, WasmType};
use wit_bindgen_core::wit_parser::{Type, TypeId, Variant};

use super::instructions::{Block, Body, hint};
use super::operand::Operand;
use super::source::{self, arm, call, choice, indent, literal};
use super::types::{is_option, kotlin};

/// One case to be lowered.
struct Case {
    /// How `when` recognises it.
    condition: String,
    /// How its payload is reached from the subject.
    member: &'static str,
}

impl Case {
    fn new(condition: impl Into<String>, member: &'static str) -> Self {
        Self { condition: condition.into(), member }
    }
}

impl Body<'_> {
    /// Handles the instructions of this module; false for any other.
    pub fn emit_variant(
        &mut self,
        instruction: &Instruction<'_>,
        operands: &[Operand],
        results: &mut Vec<Operand>,
    ) -> bool {
        use Instruction as I;
        match instruction {
            I::VariantPayloadName => results.push(self.payload_placeholder()),
            I::EnumLower { .. } => {
                results.push(Operand::new(format!("{}.ordinal", source::operand(&operands[0].text))));
            }
            I::EnumLift { ty, .. } => {
                let name = self.world.qualified_name(*ty);
                results.push(Operand::new(format!("{name}.lift({})", operands[0].text)));
            }
            I::VariantLower { variant, ty, results: types, .. } => {
                let cases = self.variant_cases(*ty, variant);
                results.extend(self.lower_cases(&operands[0], Some(*ty), &cases, types));
            }
            I::OptionLower { payload, results: types, .. } => {
                let member = if is_option(self.world, payload) { ".value" } else { "" };
                let cases = [Case::new("null", ""), Case::new("else", member)];
                results.extend(self.lower_cases(&operands[0], None, &cases, types));
            }
            I::ResultLower { ty, results: types, .. } => {
                let cases = [Case::new("is Outcome.Ok", ".value"), Case::new("is Outcome.Err", ".error")];
                results.extend(self.lower_cases(&operands[0], Some(*ty), &cases, types));
            }
            I::VariantLift { variant, ty, .. } => results.push(self.lift_variant(*ty, variant, &operands[0])),
            I::OptionLift { payload, .. } => results.push(self.lift_option(payload, &operands[0])),
            I::ResultLift { .. } => results.push(self.lift_result(&operands[0])),
            _ => return false,
        }
        true
    }

    fn variant_cases(&self, id: TypeId, variant: &Variant) -> Vec<Case> {
        let name = self.world.qualified_name(id);
        let cases = variant.cases.iter().map(|case| {
            let class = format!("{name}.{}", self.world.case_name(id, &case.name));
            let condition = if case.ty.is_some() { format!("is {class}") } else { class };
            Case::new(condition, ".value")
        });
        cases.collect()
    }

    /// A `when` over the subject's cases. Each either stores itself, or yields the core values `types`. Where `ty` is given, the
    /// subject is said to be of it: inside an option Kotlin knows that the value is not null, but not that its copy is not.
    fn lower_cases(
        &mut self,
        subject: &Operand,
        ty: Option<TypeId>,
        cases: &[Case],
        types: &[WasmType],
    ) -> Vec<Operand> {
        let blocks = self.take_blocks(cases.len());
        let base = hint(&subject.text).to_owned();
        let (head, subject) = self.subject(&base, &subject.text, ty, &blocks);
        let declared = self.declare_results(&base, types, &blocks);
        let arms: Vec<String> =
            cases.iter().zip(blocks).map(|(case, block)| lower_case(case, block, &subject, &declared)).collect();
        self.push(format!("when ({head}) {{\n{}\n}}", indent(&arms.join("\n"))));
        declared.into_iter().map(Operand::new).collect()
    }

    /// What stands behind `when`, and the name of the subject inside: a local is its own name.
    fn subject(&mut self, base: &str, expression: &str, ty: Option<TypeId>, blocks: &[Block]) -> (String, String) {
        if expression == base {
            return (expression.to_owned(), expression.to_owned());
        }
        let name = self.fresh_around(base, blocks);
        let of = ty.map_or_else(String::new, |ty| format!(": {}", kotlin(self.world, &Type::Id(ty))));
        (format!("val {name}{of} = {expression}"), name)
    }

    fn lift_variant(&mut self, id: TypeId, variant: &Variant, discriminant: &Operand) -> Operand {
        let blocks = self.take_blocks(variant.cases.len());
        let name = self.world.qualified_name(id);
        let case_name = self.fresh_around("case", &blocks);
        let mut arms = Vec::new();
        for (index, (case, block)) in variant.cases.iter().zip(blocks).enumerate() {
            let class = format!("{name}.{}", self.world.case_name(id, &case.name));
            let value = block
                .results
                .first()
                .map_or(class.clone(), |payload| call(&class, std::slice::from_ref(&payload.text)));
            arms.push(format!("{index} -> {value}"));
        }
        arms.push(format!("else -> abi.unknownCase({}, {case_name})", literal(&self.world.wit_name(id))));
        Operand::new(format!("when (val {case_name} = {}) {{\n{}\n}}", discriminant.text, indent(&arms.join("\n"))))
    }

    fn lift_option(&mut self, payload: &Type, discriminant: &Operand) -> Operand {
        let value = self.take_blocks(2).remove(1).results.remove(0).text;
        let some = if is_option(self.world, payload) { call("Some", &[value]) } else { value };
        Operand::new(choice(&format!("abi.isSome({})", discriminant.text), &some, "null"))
    }

    fn lift_result(&mut self, discriminant: &Operand) -> Operand {
        let mut sides = self.take_blocks(2).into_iter().map(|block| {
            let payload = block.results.into_iter().next();
            payload.map_or("Unit".to_owned(), |payload| payload.text)
        });
        let mut side = |class: &str| call(class, &[sides.next().unwrap_or_default()]);
        let (ok, err) = (side("Outcome.Ok"), side("Outcome.Err"));
        Operand::new(choice(&format!("abi.isErr({})", discriminant.text), &err, &ok))
    }
}

fn lower_case(case: &Case, block: Block, subject: &str, declared: &[String]) -> String {
    let mut statements = block.statements;
    statements.extend(declared.iter().zip(&block.results).map(|(name, value)| format!("{name} = {}", value.text)));
    let reached = format!("{subject}{}", case.member);
    if let Some(placeholder) = block.payload {
        for statement in &mut statements {
            *statement = statement.replace(&placeholder, &reached);
        }
    }
    arm(&case.condition, &statements)
}
