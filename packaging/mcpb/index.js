"use strict";
// Starts the bridge of the Bookwheel that is installed on this computer, and passes the agent's messages through.
// Claude Desktop brings Node.js; nothing but its standard library is used.

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const readline = require("node:readline");

const isWindows = process.platform === "win32";
const MISSING =
  "Bookwheel was not found on this computer. Install it, or name its program in the settings of this extension.";

// What the person left empty may arrive as the name of the variable itself.
function given(name) {
  const value = (process.env[name] || "").trim();
  return value.startsWith("${") ? "" : value;
}

function candidates() {
  const program = isWindows ? "bookwheel.exe" : "bookwheel";
  const named = given("BOOKWHEEL_BUNDLE_PROGRAM");
  if (named) return [named, path.join(named, program)];
  const folders = (process.env.PATH || "").split(path.delimiter).filter(Boolean);
  // Programs with a window are started with a short PATH.
  folders.push(path.join(os.homedir(), ".local", "bin"), path.join(os.homedir(), "bookwheel"));
  if (isWindows) {
    const local = process.env.LOCALAPPDATA || path.join(os.homedir(), "AppData", "Local");
    folders.push(path.join(local, "Programs", "bookwheel"));
  } else {
    folders.push("/usr/local/bin", "/Applications/bookwheel");
  }
  return folders.map((folder) => path.join(folder, program));
}

function isProgram(file) {
  try {
    fs.accessSync(file, isWindows ? fs.constants.F_OK : fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

// Every question is answered with the sentence, so that the agent can show it.
function refuse(sentence) {
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    let id = null;
    try {
      id = JSON.parse(line).id;
    } catch {
      // what is no message gets an answer without a number
    }
    if (id === undefined) return;
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: sentence } }) + "\n");
  });
}

const program = candidates().find(isProgram);
if (!program) {
  refuse(MISSING);
} else {
  const library = given("BOOKWHEEL_BUNDLE_LIBRARY");
  const words = ["mcp", "--client", "claude-desktop", ...(library ? ["--library", library] : [])];
  const bridge = spawn(program, words, { stdio: "inherit", windowsHide: true });
  bridge.on("error", (error) => refuse(`${program} cannot be started (${error.code}).`));
  bridge.on("exit", (code) => process.exit(code === null ? 1 : code));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => bridge.kill(signal));
}
