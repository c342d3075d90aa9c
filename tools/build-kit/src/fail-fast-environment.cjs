const { TestEnvironment } = require('jest-environment-node')

/** Skips the rest of a suite after its first failure: jest's `bail` only skips the suites after it. */
module.exports = class FailFastEnvironment extends TestEnvironment {
  hasFailed = false

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true
    if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip'
  }
}
