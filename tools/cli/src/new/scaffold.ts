import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { findSlices, SERVICE_PORTS } from './find-slices'

export type SliceKind = 'remote' | 'service'

/** 'mfe-hello', 'svc-hello' */
export const folderOf = (kind: SliceKind, name: string): string =>
  kind === 'remote' ? `mfe-${name}` : `svc-${name}`

const TEMPLATES = 'tools/cli/templates'
const SUFFIX = '.template'
const CLI = 'node ../tools/cli/bootstrap.mjs'

/**
 * Writes a slice's own files.
 * @param repository absolute path of the repository's root
 * @returns their paths from there
 */
export function scaffold(repository: string, kind: SliceKind, name: string): string[] {
  const folder = folderOf(kind, name)
  const manifest =
    kind === 'remote' ? remoteManifest(repository, folder) : serviceManifest(repository, folder)
  const written = [
    writeNew(repository, `${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`),
    ...fillIn(repository, kind, folder, { name, folder }),
  ]
  if (kind === 'remote') return written
  return [...written, ...fillIn(repository, 'contract', `packages/contracts/src/${name}`, { name, folder })]
}

/** Copies a folder of templates: `{{name}}`, `{{Name}}` and `{{folder}}` in texts, `__name__` in file names. */
function fillIn(
  repository: string,
  templates: SliceKind | 'contract',
  target: string,
  { name, folder }: { name: string; folder: string },
): string[] {
  const source = path.join(repository, TEMPLATES, templates)
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => {
      const text = readFileSync(path.join(source, file), 'utf8')
        .replaceAll('{{name}}', name)
        .replaceAll('{{Name}}', capitalized(name))
        .replaceAll('{{folder}}', folder)
      return writeNew(
        repository,
        path.join(target, file.slice(0, -SUFFIX.length).replaceAll('__name__', name)),
        text,
      )
    })
}

function writeNew(repository: string, file: string, text: string): string {
  const full = path.join(repository, file)
  if (existsSync(full)) throw new CommandFailure(`${file} is there already: nothing was overwritten.`)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, text)
  return file
}

function remoteManifest(repository: string, folder: string): object {
  const version = (name: string) => versionOf(repository, name)
  const shared = ['@offquad/ui', '@offquad/web-kit', 'react', 'react-dom', 'react-router-dom']
  return {
    name: `@offquad/${folder}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      test: 'jest',
      build: 'webpack',
      dev: 'webpack serve',
      ...Object.fromEntries(
        ['deploy', 'promote', 'rollback', 'retire', 'list', 'prune', 'source'].map((command) => [
          command,
          `${CLI} ${command}`,
        ]),
      ),
    },
    dependencies: { '@offquad/contracts': version('@offquad/contracts') },
    peerDependencies: Object.fromEntries(
      [...shared, '@tanstack/react-query'].toSorted().map((name) => [name, `^${version(name)}`]),
    ),
    devDependencies: {
      '@offquad/build-kit': version('@offquad/build-kit'),
      '@testing-library/react': version('@testing-library/react'),
      '@types/react': `^${version('@types/react')}`,
    },
  }
}

function serviceManifest(repository: string, folder: string): object {
  const dependencies = ['@offquad/contracts', '@offquad/service-kit', 'fastify', 'mongoose', 'typebox']
  return {
    name: `@offquad/${folder}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    offquad: { port: nextPort(repository) },
    scripts: {
      test: 'jest',
      build: 'node build.config.mjs',
      dev: `${CLI} dev`,
      start: 'node dist/main.js',
    },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, versionOf(repository, name)])),
    devDependencies: { '@offquad/build-kit': versionOf(repository, '@offquad/build-kit') },
  }
}

/** The installed version, which the other slices were built and tested with. */
function versionOf(repository: string, name: string): string {
  const file = path.join(repository, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function nextPort(repository: string): number {
  const ports = findSlices(repository).services.map(({ settings }) => settings.port)
  const port = Math.max(SERVICE_PORTS.first - 1, ...ports) + 1
  if (port > SERVICE_PORTS.last)
    throw new CommandFailure(`No port up to ${SERVICE_PORTS.last} is free for another service.`)
  return port
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
