// Compiles Python's modules while the site is built: runs the browser's own Python in Node.
//
// node compile.mjs PYODIDE/ SCRIPT [OPTION…] PROGRAM SOURCE TARGET
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [browsers, script, ...rest] = process.argv.slice(2);
const [program, source, target] = rest.splice(-3);
const { loadPyodide } = await import(pathToFileURL(`${browsers}pyodide.mjs`));
const { info } = JSON.parse(fs.readFileSync(`${browsers}pyodide-lock.json`));
const python = await loadPyodide({
  indexURL: browsers,
  lockFileContents: { info, packages: {} },
  env: { PYTHONHASHSEED: process.env.PYTHONHASHSEED },
  args: rest,
});
python.FS.writeFile("/source", fs.readFileSync(source));
python.FS.writeFile("/script.py", fs.readFileSync(script));
python.runPython(`import runpy, sys; sys.argv = ['', '${program}', '/source', '/target']; runpy.run_path('/script.py', run_name='__main__')`);
fs.writeFileSync(target, python.FS.readFile("/target"));
