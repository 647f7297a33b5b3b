"""The notebook runs from its first cell to its last."""

import ast
import json
from pathlib import Path

NOTEBOOK = Path(__file__).parent.parent / "first-steps.ipynb"


def test_the_notebook_runs():
    names = {}
    shown = []
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), str(NOTEBOOK), "exec"), names)
        if last is not None:
            shown.append(eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names))
    assert any(hasattr(value, "_repr_svg_") for value in shown)
    assert any(getattr(value, "value", None) == "loss" for value in shown)
