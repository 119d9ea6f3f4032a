#!/usr/bin/env node
/**
 * Replaces fpm for electron-builder and builds deb packages with dpkg-deb, which needs no download.
 * electron-builder calls it with fpm's arguments (CUSTOM_FPM_PATH); only `-t deb` is supported.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPTS = { 'after-install': 'postinst', 'after-remove': 'postrm', 'before-install': 'preinst', 'before-remove': 'prerm' };

/** Parse fpm's command line: options with one value each, repeated dependencies, and `source=target` pairs. */
function readArguments(argv) {
  const fields = {};
  const depends = [];
  const copies = [];
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index];
    if (argument === '-d' || argument === '--depends') depends.push(argv[++index]);
    else if (argument === '--force') continue;
    else if (argument.startsWith('-')) fields[argument.replace(/^-+/, '')] = argv[++index];
    else if (argument.includes('=')) {
      const cut = argument.lastIndexOf('=');
      copies.push([argument.slice(0, cut), argument.slice(cut + 1)]);
    }
  }
  return { fields, depends, copies };
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

const { fields, depends, copies } = readArguments(process.argv.slice(2));
if (fields.t !== 'deb') {
  process.stderr.write(`Only deb packages can be built without fpm, not ${fields.t}.\n`);
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-deb-'));
try {
  for (const [source, target] of copies) {
    const destination = path.join(folder, target);
    mkdirSync(path.dirname(destination), { recursive: true });
    cpSync(source, destination, { recursive: true });
  }
  const control = {
    Package: fields.name,
    Version: fields.version,
    Architecture: fields.architecture,
    Maintainer: fields.maintainer,
    'Installed-Size': String(Math.ceil(sizeOf(folder) / 1024)),
    Depends: depends.join(', '),
    Recommends: fields['deb-recommends'],
    Section: fields.category,
    Priority: fields['deb-priority'] ?? 'optional',
    Homepage: fields.url,
    Description: (fields.description ?? '').trim().split('\n').join('\n '),
  };
  const lines = Object.entries(control).filter(([, value]) => value !== undefined && value !== '');
  mkdirSync(path.join(folder, 'DEBIAN'));
  writeFileSync(path.join(folder, 'DEBIAN/control'), `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`);
  for (const [option, name] of Object.entries(SCRIPTS)) {
    if (fields[option] === undefined) continue;
    copyFileSync(fields[option], path.join(folder, 'DEBIAN', name));
    chmodSync(path.join(folder, 'DEBIAN', name), 0o755);
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', folder, fields.package ?? fields.p], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
