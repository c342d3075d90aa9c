// Has the processes that render pages, in a container without secrets that reaches nobody, for the gateway at the other end of a socket.
import path from 'node:path'
import { serveRenderer } from '@offquad/renderer'

const [, , socketName = '/run/renderer/socket'] = process.argv
serveRenderer(socketName, path.join(import.meta.dirname, 'renderer.js'))
process.on('SIGTERM', () => process.exit())
