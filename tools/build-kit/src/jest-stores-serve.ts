import startStores from './jest-stores-start'
import stopStores from './jest-stores-stop'

// The stores of a run of mutants, until its standard input ends.
await startStores()
const { MONGODB_URI, REDIS_URL, OFFQUAD_MONGODB_IS_EMBEDDED } = process.env
process.stdout.write(`${JSON.stringify({ MONGODB_URI, REDIS_URL, OFFQUAD_MONGODB_IS_EMBEDDED })}\n`)
process.stdin.resume().once('end', () => void stopStores().then(() => process.exit()))
