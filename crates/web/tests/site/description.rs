//! The description of the API says what there is, and nothing else.

use std::collections::BTreeSet;

use cairn_web::api::{OPENAPI, routes};
use serde_json::Value;

fn described() -> Value {
    serde_json::from_str(OPENAPI).unwrap()
}

#[test]
fn every_address_is_described_and_every_description_has_an_address() {
    let description = described();
    let paths = description["paths"].as_object().unwrap().iter();
    let told: BTreeSet<_> = paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys().filter(|key| *key != "parameters");
            methods.map(move |method| format!("{method} {path}"))
        })
        .collect();
    let there: BTreeSet<_> = routes()
        .iter()
        .flat_map(|route| route.methods.iter().map(|method| format!("{method} {}", route.path)))
        .collect();
    assert_eq!(told, there);
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["servers"][0]["url"], "/api/v1");
}

#[test]
fn every_reference_leads_somewhere() {
    fn check(root: &Value, value: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(root.pointer(pointer).is_some(), "{reference}");
                }
                fields.values().for_each(|value| check(root, value));
            }
            Value::Array(items) => items.iter().for_each(|value| check(root, value)),
            _ => {}
        }
    }
    let description = described();
    check(&description, &description);
}

#[test]
fn every_operation_says_what_it_does_and_answers() {
    let description = described();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if method == "parameters" {
                continue;
            }
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(operation["operationId"].is_string(), "{method} {path}");
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status.starts_with('2')), "{method} {path}");
        }
    }
}
