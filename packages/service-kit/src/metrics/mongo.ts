import { type Connection } from 'mongoose'
import { Counter, Gauge } from 'prom-client'
import { watchStore } from './gauges'

const inUse = new Gauge({ name: 'mongo_connections_in_use', help: 'Connections that run an operation' })
const failures = new Counter({
  name: 'mongo_connection_failures_total',
  help: 'Operations that got no connection to MongoDB',
})

/** Measures what a process does with its connections to MongoDB. */
export function observeMongo(connection: Connection, ping: () => Promise<unknown>): void {
  connection
    .getClient()
    .on('connectionCheckedOut', () => inUse.inc())
    .on('connectionCheckedIn', () => inUse.dec())
    .on('connectionCheckOutFailed', () => failures.inc())
  watchStore('mongodb', ping)
}
