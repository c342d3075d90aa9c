// Runs in mongosh inside the container, in the database admin. Healthy means that MongoDB takes writes: it is the primary and
// has room. The first time it makes itself a replica set and creates its administrator, which a connection from the same
// machine may do while there are no users: https://www.mongodb.com/docs/manual/core/localhost-exception/
// eslint-disable-next-line @typescript-eslint/no-require-imports -- mongosh knows no import
const { readFileSync } = require('fs')

const PATIENCE_MS = 15_000
const password = readFileSync('/run/secrets/mongodb-root.password', 'utf8').trim()

function isPrimary() {
  return db.hello().isWritablePrimary
}

function signIn() {
  try {
    return db.auth('root', password)
  } catch {
    return false
  }
}

if (!db.hello().setName) {
  rs.initiate({ _id: 'offquad', members: [{ _id: 0, host: 'mongo:27017' }] })
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!isPrimary() && Date.now() < giveUpAt) sleep(100)
}
if (isPrimary() && !signIn()) {
  db.createUser({ user: 'root', pwd: password, roles: ['root'] })
  signIn()
}
if (!isPrimary()) {
  print('not the primary')
  quit(1)
}
db.getSiblingDB('health')
  .getCollection('checks')
  .updateOne({ _id: 'write' }, { $set: { at: new Date() } }, { upsert: true })
