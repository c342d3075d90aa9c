// Has the processes that render pages, in a container without network and secrets, for the gateway at the other end of a socket.
import path from 'node:path'
import { serveRenderer } from '@offquad/renderer'

const [, , socketFile = '/run/renderer/socket'] = process.argv
serveRenderer(socketFile, path.join(import.meta.dirname, 'renderer.js'))
process.on('SIGTERM', () => process.exit())
