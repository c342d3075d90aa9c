// npm run test:mutations -w WORKSPACE [-- words of a fault's name]: the workspace's mutations.mjs is its table.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runMutations } from './mutations.mjs'

const { default: table } = await import(pathToFileURL(path.resolve('mutations.mjs')).href)
const print = (line) => process.stdout.write(`${line}\n`)
const survivors = await runMutations(table, { print, only: process.argv.slice(2) }).catch((error) => {
  print(error.message)
  return 1
})
if (survivors > 0) process.exitCode = 1
