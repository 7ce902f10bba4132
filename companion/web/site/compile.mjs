// Compiles Python modules when the site is built, with the browser's Python (Pyodide) in Node.
//
// node compile.mjs PYODIDE/ SCRIPT [OPTION…] PROGRAM SOURCE TARGET
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, ...rest] = process.argv.slice(2);
const [program, source, target] = rest.splice(-3);
const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`));
const { info } = JSON.parse(fs.readFileSync(`${folder}pyodide-lock.json`));
const python = await loadPyodide({
  indexURL: folder,
  lockFileContents: { info, packages: {} },
  env: { PYTHONHASHSEED: process.env.PYTHONHASHSEED },
  args: rest,
});
python.FS.writeFile("/source", fs.readFileSync(source));
python.FS.writeFile("/script.py", fs.readFileSync(script));
python.runPython(`import runpy, sys; sys.argv = ['', '${program}', '/source', '/target']; runpy.run_path('/script.py', run_name='__main__')`);
fs.writeFileSync(target, python.FS.readFile("/target"));
