// Puts the adapter to the laws of the test kit: `node examples/adapter-author/run.ts`.
import { startVitest } from 'vitest/node'

const vitest = await startVitest('test', [], { root: import.meta.dirname, config: false, watch: false, include: ['laws.test.ts'] })
await vitest.close()
if (vitest.state.getCountOfFailedTests() > 0 || vitest.state.getFiles().length === 0) process.exitCode = 1
