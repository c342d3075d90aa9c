const { TestEnvironment } = require('jest-environment-jsdom')

/** jsdom with Node's fetch classes, which it lacks and the router needs. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    // All from Node, because its Request accepts only its own AbortSignal.
    Object.assign(this.global, { Headers, Request, Response, AbortController, AbortSignal })
  }
}
