import { parseArgs } from 'node:util'
import { rollBackStored } from '@offquad/releases'
import { loadCommandConfig } from './config'

// Commands for operators, with the settings of the gateway: node gateway/dist/command.js rollback mfe-browse
const USAGE = `Usage: node gateway/dist/command.js rollback APP [--to VERSION] [--with-remotes] [--reason TEXT] [--by NAME]
Rolls an app back in the database that gateways share, also while no gateway runs.`

try {
  const { values, positionals } = readArguments()
  const [command, app, ...rest] = positionals
  if (command !== 'rollback' || !app || rest.length > 0) throw new Error(USAGE)
  const { to, reason, by = 'an operator' } = values
  const live = await rollBackStored(loadCommandConfig(), app, {
    audit: { by, date: new Date(), ...(reason && { reason }) },
    to,
    withRemotes: values['with-remotes'],
  })
  process.stdout.write(`${app} ${live?.version} is live for every gateway that runs or starts.\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

function readArguments() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      options: { to: text, 'with-remotes': { type: 'boolean' }, reason: text, by: text },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}
