"""Build: the engine, the games and a few hot modules are compiled with mypyc, given a C compiler.

`pip install .` works without one, too: the same modules then run as plain Python.
Set WAGONIK_PURE=1 to install them uncompiled on purpose. WAGONIK_COMPILED names a folder that
`python setup.py build_ext --build-lib FOLDER` filled before: nothing is compiled then.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "src/wagonik/engine",
    "src/wagonik/games",
    "src/wagonik/match.py",
    "src/wagonik/bots",
    "src/wagonik/arena/core",
    "src/wagonik/envs/core",
    # What happens for every viewer after every move.
    "src/wagonik/server/changes.py",
    "src/wagonik/server/clients.py",
    "src/wagonik/server/live.py",
    "src/wagonik/server/parts.py",
    "src/wagonik/server/telling.py",
]
# These read files with dataclasses and the like, once a match at the most, or (the guard) must take
# whatever people's own bots answer, which compiled code would refuse by its type.
PLAIN = {
    "boardfile.py",
    "boardcheck.py",
    "boardformat.py",
    "tomllines.py",
    "guard.py",
    "registry.py",
    "__init__.py",
}

# The C compiler sees these modules and the run-time library of mypyc as one file, since what is
# called all the time is here and may be inlined: as fast as one file of everything, at half the
# time. The others are as many files as keep the processor busy meanwhile.
HOT = ("__native_wagonik___engine___", "__native_wagonik___games___")
OTHER_UNITS = 6

# What gcc may inline into the hot file, which it thinks is too large: a few percent.
INLINE = [
    "--param=max-inline-insns-auto=60",
    "--param=inline-unit-growth=150",
    "--param=large-unit-insns=100000",
]

# With WAGONIK_PROFILE=1 the hot file is compiled twice: what is called how often in play says to
# gcc how to compile it: a tenth faster, for another minute. `make` and wheels do so.
GENERATE = ["-fprofile-generate", "-fprofile-update=single"]
# What comes after the counting, so that the first of the two is done in little more than half of
# the time: nothing that changes what is counted.
HASTY = [
    "-fno-gcse",
    "-fno-inline-functions",
    "-fno-inline-functions-called-once",
    "-fno-ipa-cp",
    "-fno-ivopts",
    "-fno-schedule-insns2",
    "-fno-tree-dominator-opts",
    "-fno-tree-loop-vectorize",
    "-fno-tree-pre",
    "-fno-tree-slp-vectorize",
]
# gcc would put a tenth of what random play runs aside as never run, since it loses count where it
# copies code: nothing is put aside.
USE = [
    "-fprofile-use",
    "-fprofile-correction",
    "-fno-reorder-blocks-and-partition",
    "-Wno-missing-profile",
    "-Wno-coverage-mismatch",
]
# What the engine is used for: random play, and the work of bots, table and laboratory, each for
# about as long as the others. What is not run here is compiled to be small, not fast.
TRAINING = """
from wagonik import Match, replay
from wagonik.bots.master.bot import Master
from wagonik.bots.roster import Planner
from wagonik.engine.playout import random_matches
from wagonik.games import GAMES, make_rules

for game in GAMES:
    for players in range(game.least_players, game.most_players + 1):
        random_matches(make_rules(game.key, players), 300, 1)
        match = Match(game.key, players, 1)
        planner, master = Planner(1), Master(1, iterations=100)
        while not match.over:
            bot = planner if match.decision % 40 else master
            action = bot.choose(match.observe(match.seat))
            for seat in range(-1, players):
                view = match.observe(seat)
                for i in range(3):
                    view.sample(i)
                    match.state.copy()
                match.view(seat)
            match.play(action)
        replay(match.record())
"""

# How mypyc asks whether an index is within range before it takes an item, and then whether it
# counts from the end.
IN_RANGE = re.compile(
    r"(    (cpy_r_r\d+) = \(uint64_t\)cpy_r_\w+ < \(uint64_t\)cpy_r_\w+;\n    if )\(\2\)( goto| \{)"
)
# What every error passes through, and what the C compiler is told about it.
TRACEBACK = "CPy_AddTraceback"
RARE = f"extern __typeof__({TRACEBACK}) {TRACEBACK} __attribute__((cold));\n"
DECLARED = "#include <CPy.h>\n"

# Where mypyc writes what a function, a class, a property and a module say of themselves: their
# signature at the most, so far.
FUNCTION = re.compile(r'(CPyPy_(\w+),\s+METH_[^"\n]*PyDoc_STR\("(?:[^"\\]|\\.)*--\\n\\n)(?=")')
CLASS = re.compile(r'(\.tp_doc = PyDoc_STR\("(\w+)\((?:[^"\\]|\\.)*--\\n\\n)(?=")')
PROPERTY = re.compile(r"(\(getter\)\w*?(\w+)_get_(\w+),\n\s+NULL, )NULL(?=, NULL\})")
MODULE = "NULL, /* docstring */"

# mypyc takes a product that fails for a lack of memory, but Python also looks for signals while it
# multiplies large numbers. What a signal raises is kept for the interpreter to raise, then.
MULTIPLY = "PyNumber_Multiply(left_obj, right_obj)"
MULTIPLIED = """
static int raise_later(void *error) {
    PyErr_SetObject((PyObject *)Py_TYPE((PyObject *)error), (PyObject *)error);
    Py_DECREF((PyObject *)error);
    return -1;
}

static PyObject *multiply_on(PyObject *left, PyObject *right) {
    PyObject *product;
    while ((product = PyNumber_Multiply(left, right)) == NULL
           && !PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyObject *type, *error, *traceback;
        PyErr_Fetch(&type, &error, &traceback);
        PyErr_NormalizeException(&type, &error, &traceback);
        Py_XDECREF(type);
        Py_XDECREF(traceback);
        if (Py_AddPendingCall(raise_later, error) < 0) {
            Py_DECREF(error);
        }
    }
    return product;
}
"""


def modules() -> list[str]:
    found: list[Path] = []
    for name in COMPILED:
        path = Path(name)
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [str(path) for path in found if path.name not in PLAIN]


def can_compile() -> bool:
    """Whether there are a C compiler and the headers of Python."""
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return False
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return os.name == "nt" or shutil.which(command.split()[0]) is not None


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_hints(path: Path) -> None:
    """Tell the C compiler what nearly always holds: indices are within range and do not count from
    the end, and nothing is raised. The code is about a sixth faster."""
    hints = {" goto": "likely", " {": "unlikely"}
    text = path.read_text("utf-8")
    if path.suffix == ".c":
        text = IN_RANGE.sub(lambda m: f"{m[1]}({hints[m[3]]}({m[2]})){m[3]}", text)
    elif os.name != "nt":  # what every C file includes
        text = text.replace(DECLARED, DECLARED + RARE, 1)
    path.write_text(text, "utf-8")


def docstrings(source: Path) -> dict[str, str]:
    """What is written in the docstrings of a module, by name; its own under an empty one."""
    tree = ast.parse(source.read_text("utf-8"))
    found = {"": ast.get_docstring(tree)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = ast.get_docstring(node)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found[f"{node.name}.{inner.name}"] = ast.get_docstring(inner)
    return {name: text for name, text in found.items() if text}


def c_text(text: str) -> str:
    """A text as the inside of a C string."""
    plain = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}"
             for byte in text.encode())  # fmt: skip
    return "".join(plain)


def add_docstrings(path: Path, source: Path) -> None:
    """Let `help` show of compiled code what it shows of the sources."""
    docs = {name: c_text(text) for name, text in docstrings(source).items()}

    def of_function(found: re.Match[str]) -> str:
        names = found[2].split("___")
        return found[1] + docs.get(".".join(names[-2:]), docs.get(names[-1], ""))

    def of_property(found: re.Match[str]) -> str:
        text = docs.get(f"{found[2].split('___')[-1]}.{found[3]}")
        return found[1] + (f'"{text}"' if text else "NULL")

    text = path.read_text("utf-8")
    text = FUNCTION.sub(of_function, text)
    text = CLASS.sub(lambda found: found[1] + docs.get(found[2], ""), text)
    text = PROPERTY.sub(of_property, text)
    if "" in docs:
        text = text.replace(MODULE, f'"{docs[""]}",', 1)
    path.write_text(text, "utf-8")


def mend_multiplying(path: Path) -> None:
    """Keep an interrupt from ending the process."""
    text = path.read_text("utf-8")
    if MULTIPLY in text:
        head, include, rest = text.partition('#include "CPy.h"\n')
        rest = rest.replace(MULTIPLY, "multiply_on(left_obj, right_obj)")
        path.write_text(head + include + MULTIPLIED + rest, "utf-8")


def join_units(build: Path, sources: list[Path]) -> list[str]:
    """Write the C files that are compiled: each includes some of what mypyc wrote."""
    others = [path for path in sources if path.name.startswith("__native_wagonik___")]
    others = [path for path in others if not path.name.startswith(HOT)]
    units = [[path for path in sources if path not in others], *([] for _ in range(OTHER_UNITS))]
    sizes = [0] * OTHER_UNITS
    for path in sorted(others, key=lambda path: (-path.stat().st_size, path.name)):
        smallest = sizes.index(min(sizes))
        units[1 + smallest].append(path)
        sizes[smallest] += path.stat().st_size
    written = []
    for number, unit in enumerate(units):
        lines = (f'#include "{path.relative_to(build).as_posix()}"\n' for path in unit)
        path = build / f"__unit_{number}.c"
        path.write_text("".join(lines), "utf-8")
        written.append(str(path))
    return written


def extensions() -> list:
    """Generate the C code: the library with all of it, then a shim for each module."""
    from mypyc.build import mypycify

    # What is not compiled may need packages that a build does not have, or that are not worth
    # reading: with the laboratory installed that took a minute and two gigabytes.
    flags = [
        "--strict",
        "--disable-error-code=unused-ignore",
        "--follow-imports=silent",
        "--no-site-packages",
        # So the server's packages (msgspec) are not known here: mypy checks what is made with them,
        # not this.
        "--ignore-missing-imports",
        "--disable-error-code=no-any-return",
        "--disable-error-code=misc",
    ]
    level = os.environ.get("WAGONIK_OPT", "3")  # 1 builds in half the time, to try something out
    found = mypycify(
        [*flags, *modules()],
        opt_level=level,
        debug_level="0",
        strip_asserts=True,
        multi_file=True,
    )
    library = found[0]
    sources = [Path(source) for source in library.sources]
    build = sources[0].parent
    for path in [*build.glob("__native_wagonik___*.c"), *build.glob("__native_internal_*.h")]:
        add_hints(path)
    for name in modules():
        source = Path(name)
        written = "___".join(source.with_suffix("").parts[1:])
        add_docstrings(build / f"__native_{written}.c", source)
    mend_multiplying(build / "int_ops.c")
    library.depends = [*library.depends, *library.sources]
    library.sources = join_units(build, sources)
    if os.name != "nt":
        # Nobody else calls the compiled functions by their C names, so they may be inlined and
        # called without a detour: about a tenth faster.
        for extension in found:
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-ffp-contract=off",  # a product and a sum are rounded one by one on every machine
                "-fvisibility=hidden",
                "-fno-semantic-interposition",
            ]
    return found


class Compile(build_ext):
    """Generates the C code when it is needed, which most of what installers ask is not, and
    compiles it on all cores."""

    def run(self) -> None:
        ready = os.environ.get("WAGONIK_COMPILED")
        if ready:
            self.copy_tree(ready, self.build_lib)
            return
        self.distribution.ext_modules = extensions()
        self.swig_opts = None  # what else can't be read a second time
        self.finalize_options()
        self.parallel = cores()
        super().run()

    def build_extensions(self) -> None:
        compile_some = self.compiler.compile
        gcc = "gcc" in os.path.basename(self.compiler.compiler_so[0]) if os.name != "nt" else False
        more = INLINE if gcc else []
        made: dict[str, list[str]] = {}

        def compile_one(source: str, options: dict) -> list[str]:
            hot = source.endswith("__unit_0.c")
            if hot or source not in made:
                flags = [*options.pop("extra_postargs"), *(more if hot else [])]
                made[source] = compile_some([source], extra_postargs=flags, **options)
            return made[source]

        def compile_all(sources: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(cores()) as pool:
                found = pool.map(lambda source: compile_one(source, {**options}), sources)
                return [each for objects in found for each in objects]

        self.compiler.compile = compile_all
        if gcc and os.environ.get("WAGONIK_PROFILE") == "1":
            library = self.extensions[0]
            library.extra_link_args = [*library.extra_link_args, GENERATE[0]]
            more = [*GENERATE, *HASTY]
            super().build_extensions()
            self.train()
            library.extra_link_args.remove(GENERATE[0])
            more = [*INLINE, *USE]
            self.force = True
        super().build_extensions()

    def train(self) -> None:
        """Use what was built as it will be used."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree("src", folder, dirs_exist_ok=True)
            if not self.inplace:
                shutil.copytree(self.build_lib, folder, dirs_exist_ok=True)
            path = os.pathsep.join([folder, *sys.path])
            environment = {**os.environ, "PYTHONPATH": path}
            subprocess.run([sys.executable, "-c", TRAINING], env=environment, check=True)


class Compiled(Distribution):
    def has_ext_modules(self) -> bool:
        return True


def main() -> None:
    if os.environ.get("WAGONIK_PURE") == "1" or not can_compile():
        print("wagonik: installing the engine as plain Python", file=sys.stderr)
        setup()
    else:
        setup(distclass=Compiled, cmdclass={"build_ext": Compile})


if __name__ == "__main__":
    main()
