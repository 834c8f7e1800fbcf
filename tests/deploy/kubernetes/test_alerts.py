"""Whether each alert fires when it should and keeps quiet when it should: promtool plays series to the rules."""

import dataclasses
import re
import subprocess

import expressions
import manifests
import pytest
import yaml

PROMTOOL = manifests.TOOLS / "prometheus" / "usr" / "bin" / "promtool"
A = 'namespace="taash",pod="a"'
B = 'namespace="taash",pod="b"'
CALLS = 'taash_calls_total{namespace="taash",pod="a",method="Apply",game="seep"'
SLOW = 'taash_call_duration_seconds_bucket{namespace="taash",pod="a",method="%s",le="%s"}'


@dataclasses.dataclass
class Case:
    """Series with a value each minute; a minute at which the alert is quiet and one at which it fires, with labels."""

    alert: str
    series: dict[str, str]
    quiet: int
    fires: int
    labels: dict[str, str] = dataclasses.field(default_factory=dict)


NAMESPACE = {"namespace": "taash"}
POD = {"namespace": "taash", "pod": "a"}
CASES = [
    Case("TaashMissing", {f'up{{job="taash",{A}}}': "1x5 0x10"}, 5, 8),
    Case("TaashMissing", {f'up{{job="other",{A}}}': "1x9"}, 0, 2),
    Case("TaashReplicaDown", {f'up{{job="taash",{A}}}': "1x5 0x10"}, 9, 12, {"job": "taash"} | POD),
    Case("TaashAlone", {f'up{{job="taash",{A}}}': "1x30", f'up{{job="taash",{B}}}': "1x5 0x25"}, 5, 17, NAMESPACE),
    # A counter that falls has begun anew.
    Case("TaashRestarts", {CALLS + ',code="OK"}': "1+9x5 0+9x5 0+9x20"}, 11, 13, POD),
    Case(
        "TaashBuildsMixed",
        {f'taash_build_info{{{A},version="1",commit="aa"}}': "1x90", f'taash_build_info{{{B},version="1",commit="bb"}}': "1x90"},
        59,
        61,
        NAMESPACE,
    ),
    # With its first call, for which there was no series before, and with any later one.
    Case("TaashInternal", {CALLS + ',code="OK"}': "1+9x40", CALLS + ',code="INTERNAL"}': "_x5 1x40"}, 4, 7, NAMESPACE),
    Case("TaashInternal", {CALLS + ',code="INTERNAL"}': "1x20 2x20"}, 19, 23, NAMESPACE),
    Case("TaashPanics", {f"taash_panics_total{{{A}}}": "0x5 1x20"}, 5, 7, POD),
    Case("TaashShedding", {f'taash_shed_total{{{A},kind="call"}}': "0x5 0+3x20"}, 9, 13, {"kind": "call"} | NAMESPACE),
    Case(
        "TaashSlow",
        {
            SLOW % ("Apply", "0.01"): "0+100x30",
            SLOW % ("Apply", "0.1"): "0+100x9 1000+104x21",
            SLOW % ("Apply", "+Inf"): "0+100x9 1000+104x21",
            # As long as the caller likes.
            SLOW % ("Play", "0.01"): "0x30",
            SLOW % ("Play", "+Inf"): "0+10x30",
        },
        10,
        24,
        {"method": "Apply"} | NAMESPACE,
    ),
    Case(
        "TaashDeadlines",
        {CALLS + ',code="OK"}': "0+97x30", CALLS + ',code="DEADLINE_EXCEEDED"}': "0x9 0+3x21"},
        9,
        19,
        NAMESPACE,
    ),
    Case(
        "TaashStatesUnreadable",
        {
            CALLS + ',code="OK"}': "0+97x30",
            CALLS + ',code="INVALID_ARGUMENT",reason="FIELD_INVALID"}': "0+50x30",
            CALLS + ',code="INVALID_ARGUMENT",reason="STATE_UNREADABLE"}': "0x9 0+3x21",
        },
        9,
        16,
        NAMESPACE,
    ),
    Case(
        "TaashStatesTooNew",
        {
            CALLS + ',code="OK"}': "0+97x30",
            CALLS + ',code="FAILED_PRECONDITION",reason="RULE_BROKEN"}': "0+50x30",
            CALLS + ',code="FAILED_PRECONDITION",reason="STATE_VERSION_UNSUPPORTED"}': "0x9 0+3x21",
        },
        9,
        16,
        NAMESPACE,
    ),
    Case(
        "TaashReloadRefused",
        {
            f'taash_reloads_total{{{A},what="state keys",result="taken"}}': "1+1x90",
            f'taash_reloads_total{{{A},what="state keys",result="refused"}}': "0x9 1x80",
        },
        8,
        11,
        {"what": "state keys", "result": "refused"} | POD,
    ),
    # A week and an hour.
    Case(
        "TaashCertificateExpires",
        {f'taash_certificate_expiry_timestamp_seconds{{{A},file="server"}}': "608400x200"},
        119,
        125,
        {"file": "server"} | NAMESPACE,
    ),
    # A day.
    Case("TaashAcceptsUnsealed", {f"taash_accepts_unsealed{{{A}}}": "1x1500"}, 1430, 1450, NAMESPACE),
    Case("TaashDecodeFaults", {f"taash_decode_faults_total{{{A}}}": "0x9 0+10x30"}, 15, 25, NAMESPACE),
    Case("TaashHandshakes", {f"taash_handshakes_failed_total{{{A}}}": "0x9 0+10x30"}, 15, 25, NAMESPACE),
    Case("TaashCallsNearLimit", {f'taash_in_flight{{{A},kind="call"}}': "102x5 103x9"}, 5, 9, {"kind": "call"} | POD),
    Case("TaashStreamsNearLimit", {f'taash_in_flight{{{A},kind="stream"}}': "51x5 52x9"}, 5, 9, {"kind": "stream"} | POD),
    Case("TaashTablesNearLimit", {f"taash_tables{{{A}}}": "13107x5 13108x9"}, 5, 9, POD),
    Case("TaashMemoryNearLimit", {f'process_resident_memory_bytes{{job="taash",{A}}}': "60397977x5 60397978x9"}, 5, 9, {"job": "taash"} | POD),
    Case(
        "TaashFileDescriptorsNearLimit",
        {f'process_open_fds{{job="taash",{A}}}': "80x5 81x9", f'process_max_fds{{job="taash",{A}}}': "100x14"},
        5,
        9,
        {"job": "taash"} | POD,
    ),
    Case("TaashConnectionsNearLimit", {f"taash_connections{{{A}}}": "409x5 410x9"}, 5, 9, POD),
    Case("TaashConnectionsRefused", {f"taash_connections_refused_total{{{A}}}": "0x5 0+1x20"}, 5, 9, POD),
    Case("TaashResponsesShed", {f"taash_responses_shed_total{{{A}}}": "0x9 0+10x30"}, 10, 20, NAMESPACE),
    Case("TaashConnectionsStalled", {f"taash_connections_stalled_total{{{A}}}": "0x9 0+10x30"}, 15, 25, NAMESPACE),
]


@pytest.fixture(scope="module")
def rules_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("rules") / "rules.yaml"
    file.write_text(yaml.safe_dump(expressions.rules()))
    return file


def promtool(*arguments):
    return subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True)


def test_promtool_finds_no_fault(rules_file):
    # A lint is fatal too: two rules of one name.
    checked = promtool("check", "rules", "--lint=all", "--lint-fatal", rules_file)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_alert_has_a_case():
    assert {case.alert for case in CASES} == expressions.alerts().keys()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.alert)
def test_alert(case, rules_file):
    rule = expressions.alerts()[case.alert]
    firing = f'ALERTS{{alertname="{case.alert}",alertstate="firing"}}'
    labels = {"alertname": case.alert, "alertstate": "firing"} | rule["labels"] | case.labels
    sample = "ALERTS{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"
    test = {
        "rule_files": [rules_file.name],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": name, "values": values} for name, values in case.series.items()],
                "promql_expr_test": [
                    {"expr": firing, "eval_time": f"{case.quiet}m", "exp_samples": []},
                    {"expr": firing, "eval_time": f"{case.fires}m", "exp_samples": [{"labels": sample, "value": 1}]},
                ],
            }
        ],
    }
    file = rules_file.with_name("test.yaml")
    file.write_text(yaml.safe_dump(test))
    played = promtool("test", "rules", file)
    assert played.returncode == 0, played.stdout + played.stderr
    # An annotation that names a label which is not there leaves a gap in the text.
    told = "".join(rule["annotations"].values())
    assert set(re.findall(r"\$labels\.(\w+)", told)) <= case.labels.keys()
