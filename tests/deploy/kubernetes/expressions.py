"""Finds what expressions of PromQL ask for, as far as ours go: `name{label="value"}` and `by (label)`."""

import dataclasses
import json
import re

import manifests

# What the scraper adds to each series, by the PodMonitor.
TARGET_LABELS = {"namespace", "pod", "job", "container", "endpoint", "instance"}
SELECTOR = re.compile(r"\b(taash_\w+|process_\w+|up)\b(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')


@dataclasses.dataclass(frozen=True)
class Matcher:
    label: str
    operator: str
    value: str

    def values(self):
        """The values that it names, those of a pattern one by one; nothing is no value."""
        return [value for value in (self.value.split("|") if "~" in self.operator else [self.value]) if value]


def selectors(expression):
    """Each metric asked for, with its matchers."""
    for name, matchers in SELECTOR.findall(expression):
        yield name, [Matcher(*found) for found in MATCHER.findall(matchers or "")]


def groupings(expression):
    """The labels that results are grouped by."""
    return {label for found in re.findall(r"\bby\s*\(([^)]*)\)", expression) for label in re.findall(r"\w+", found)}


def rules():
    """The rules of the PrometheusRule, which are in the form of Prometheus' own files."""
    return manifests.installation("deploy/monitoring").one("PrometheusRule")["spec"]


def alerts():
    return {rule["alert"]: rule for group in rules()["groups"] for rule in group["rules"]}


def dashboard():
    return json.loads(
        manifests.installation("deploy/monitoring").one("ConfigMap", "taash-dashboard")["data"]["dashboard.json"]
    )


def panels():
    return [panel for panel in dashboard()["panels"] if panel["type"] != "row"]


def of_dashboard():
    """Each expression of the dashboard with its legend, Grafana's variables filled in."""
    for panel in panels():
        for target in panel["targets"]:
            expression = target["expr"].replace("$namespace", ".*").replace("$__rate_interval", "1m")
            assert "$" not in expression, expression
            yield expression, target["legendFormat"]
