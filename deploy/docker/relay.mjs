// Runs a command whose servers listen on the loopback address alone, and lets others in the container's networks reach them:
// `node relay.mjs 8080,8090 node server.js`. For demos and tests: whoever publishes the ports decides who reaches them.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

const [ports = '', command = '', ...args] = process.argv.slice(2)
const addresses = Object.values(networkInterfaces())
  .flat()
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
for (const { address } of addresses)
  for (const port of ports.split(',').map(Number))
    createServer((socket) => join(socket, port)).listen(port, address)

const child = spawn(command, args, { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))

function join(socket, port) {
  const server = connect(port, '127.0.0.1')
  socket.pipe(server).pipe(socket)
  for (const [one, other] of [
    [socket, server],
    [server, socket],
  ]) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}
