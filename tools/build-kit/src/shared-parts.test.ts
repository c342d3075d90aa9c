import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { checkSharedParts } from './shared-parts.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'offquad-parts-'))
  await mkdir(path.join(folder, 'src'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (text: string) => writeFile(path.join(folder, 'src/page.tsx'), text)

it.each([
  ["import { Link, type RouteObject, useParams } from 'react-router-dom'"],
  ["import { type Static, Type } from 'typebox'\nconst Shape = Type.Object({ name: Type.String() })"],
])('accepts a frontend that uses what the shell provides: %s', async (text) => {
  await write(text)

  expect(() => checkSharedParts(folder)).not.toThrow()
})

it.each([
  ["import { Form, Link } from 'react-router-dom'", 'Form of react-router-dom'],
  ["import { RouterProvider } from 'react-router-dom'", 'RouterProvider of react-router-dom'],
  ["import { hydrate } from '@tanstack/react-query'", 'hydrate of @tanstack/react-query'],
  ["import * as router from 'react-router-dom'", '* of react-router-dom'],
  ["import { Type } from 'typebox'\nconst Shape = Type.TemplateLiteral('a')", 'TemplateLiteral of typebox'],
])('rejects a frontend that uses more than the shell provides: %s', async (text, missing) => {
  await write(text)

  expect(() => checkSharedParts(folder)).toThrow(`uses ${missing}, which the shell does not provide`)
})
