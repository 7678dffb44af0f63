/** Fault that a contributor could make, in one line of source. */
export interface Fault {
  /** Workspace, whose sources are searched: files move more often than lines change. */
  readonly folder: string
  /** Text that stands once in the sources, and the fault in its place. */
  readonly text: string
  readonly fault: string
  /** Folders or files of fast tests that must notice, beside those of the fault's own workspace. Absent: only those. */
  readonly tests?: readonly string[]
}

const gateway = 'apps/gateway/test'

/** Faults that the fast tier must notice: `pnpm mutations` puts in one after the other. */
export const faults: readonly Fault[] = [
  // Core: facts, merges, orders.
  { folder: 'packages/core', text: "'rate-limit': true,", fault: "'rate-limit': false," },
  {
    folder: 'packages/core',
    text: 'output: { ...earlier.output, ...next.output },',
    fault: 'output: { ...next.output, ...earlier.output },',
  },
  { folder: 'packages/core', text: 'Number(spelled) * 1000', fault: 'Number(spelled) * 100' },
  { folder: 'packages/core', text: 'length: false,', fault: 'length: true,' },
  {
    folder: 'packages/core',
    text: 'if (matched > longest) longest = matched',
    fault: 'if (matched > longest) longest = matched - 1',
  },
  {
    folder: 'packages/core',
    text: 'if (turn.items) items.push(...turn.items)',
    fault: 'if (turn.items) items.unshift(...turn.items)',
  },
  {
    folder: 'packages/core',
    text: "if (first?.author !== 'assistant') return turns",
    fault: "if (first?.author !== 'user') return turns",
  },
  // Framing: ends and cuts of streams.
  {
    folder: 'packages/framing',
    text: "const insideLine = lastCharacter !== '\\n' && lastCharacter !== '\\r'",
    fault: 'const insideLine = false',
  },
  {
    folder: 'packages/framing',
    text: "else if (state === 'after') refuse('no comma between two elements')",
    fault: "else if (state === 'after') state = 'value'",
  },
  {
    folder: 'packages/schema',
    text: 'properties <= maxProperties && values',
    fault: 'properties <= maxProperties || values',
  },
  // Formats: mappings, errors, ends.
  {
    folder: 'packages/messages',
    text: "else if (key === 'cache_read_input_tokens') input.cacheRead = value",
    fault: "else if (key === 'cache_read_input_tokens') input.cacheWrite = value",
  },
  { folder: 'packages/messages', text: "max_tokens: 'length',", fault: "max_tokens: 'stop'," },
  { folder: 'packages/messages', text: "overloaded_error: 'overloaded',", fault: "overloaded_error: 'server'," },
  {
    folder: 'packages/messages',
    text: 'return limited(blocks.end(event.part, event.extensions))',
    fault: 'return nothing',
  },
  {
    folder: 'packages/chat',
    text: "key === 'completion_tokens' && typeof value === 'number') output.total = value",
    fault: "key === 'completion_tokens' && typeof value === 'number') output.reasoning = value",
  },
  { folder: 'packages/chat', text: "  length: 'length',", fault: "  length: 'stop'," },
  { folder: 'packages/chat', text: 'if (status >= 400) failure.status', fault: 'if (status > 400) failure.status' },
  {
    folder: 'packages/chat',
    text: 'finished.size === spoken.size',
    fault: 'finished.size <= spoken.size',
  },
  { folder: 'packages/responses', text: "max_output_tokens: 'length',", fault: "max_output_tokens: 'stop'," },
  {
    folder: 'packages/responses',
    text: 'output.reasoning = value.reasoning_tokens',
    fault: 'output.total = value.reasoning_tokens',
  },
  {
    folder: 'packages/contents',
    text: 'output.total = (candidates ?? 0) + (thoughts ?? 0)',
    fault: 'output.total = candidates ?? 0',
  },
  { folder: 'packages/contents', text: "MAX_TOKENS: 'length',", fault: "MAX_TOKENS: 'stop'," },
  {
    folder: 'packages/contents',
    text: 'Math.ceil(Number(delay.slice(0, -1)) * 1000)',
    fault: 'Math.ceil(Number(delay.slice(0, -1)))',
  },
  { folder: 'packages/embeddings', text: 'run.length >= most', fault: 'run.length > most' },
  // Store: crash safety, owners, revisions.
  {
    folder: 'packages/store',
    text: 'if (current.handle !== undefined) writeSync(current.handle, text)',
    fault: 'if (current.handle === undefined) writeSync(0, text)',
    tests: [`${gateway}/store`],
  },
  {
    folder: 'packages/store',
    text: 'const values = [owner, createdAt, expiresAt ?? null, revision + 1,',
    fault: 'const values = [owner, createdAt, expiresAt ?? null, revision,',
    tests: [`${gateway}/store`],
  },
  {
    folder: 'packages/store',
    text: "const living = '(expires_at IS NULL OR expires_at > ?)'",
    fault: "const living = '(expires_at IS NULL OR expires_at <> ?)'",
    tests: [`${gateway}/store`],
  },
  // Access: keys, rates, budgets, prices.
  { folder: 'packages/access', text: 'expiresAt <= now', fault: 'expiresAt < now - 3600', tests: [`${gateway}/keys`] },
  {
    folder: 'packages/access',
    text: "return access === 'admin' && !key.admin ? notAdmin : { key }",
    fault: 'return { key }',
    tests: [`${gateway}/keys`, `${gateway}/metering`],
  },
  {
    folder: 'packages/access',
    text: 'to: Date.UTC(year, month + 1) }',
    fault: 'to: Date.UTC(year, month + 2) }',
    tests: [`${gateway}/limits`],
  },
  {
    folder: 'packages/access',
    text: 'Math.max(0, (wholeCount(input.total) ?? 0) - cacheRead - cacheWrite)',
    fault: 'Math.max(0, (wholeCount(input.total) ?? 0) - cacheRead)',
    tests: [`${gateway}/metering`],
  },
  // Upstreams: failover, breaker, queue, addresses.
  {
    folder: 'packages/upstreams',
    text: 'if (pausedUntil > 0 || probing || now() < openUntil) return undefined',
    fault: 'if (pausedUntil > 0 || now() < openUntil) return undefined',
    tests: [`${gateway}/channels`],
  },
  {
    folder: 'packages/upstreams',
    text: 'openUntil = now() + cooldown * 2 ** Math.min(reopened, longest)',
    fault: 'openUntil = now() + cooldown',
    tests: [`${gateway}/channels`],
  },
  {
    folder: 'packages/upstreams',
    text: "return channel.retryAlsoOn.includes('timeout') ? 'retry' : 'final'",
    fault: "return 'retry'",
    tests: [`${gateway}/channels`],
  },
  {
    folder: 'packages/upstreams',
    text: 'if (running < limit) {',
    fault: 'if (running <= limit) {',
    tests: [`${gateway}/channels`],
  },
  {
    folder: 'packages/upstreams',
    text: "if (range !== 'unicast') return range",
    fault: "if (range === 'loopback') return range",
    tests: [`${gateway}/media.test.ts`, `${gateway}/operation`],
  },
  // Tasks.
  {
    folder: 'packages/tasks',
    text: 'if (missing >= mostMissing && age > minAgeMs)',
    fault: 'if (missing >= mostMissing)',
    tests: [`${gateway}/tasks`],
  },
  // Gateway: pass-through, seals, headers, command line.
  {
    folder: 'packages/gateway',
    text: '!envelopes.some((envelope) => bytes.includes(envelope))',
    fault: '!envelopes.every((envelope) => bytes.includes(envelope))',
    tests: [gateway],
  },
  {
    folder: 'packages/gateway',
    text: 'countKeys(bytes) === countOwnKeys(body) ? bytes',
    fault: 'countKeys(bytes) >= countOwnKeys(body) ? bytes',
    tests: [`${gateway}/repeated-keys.test.ts`, `${gateway}/bad-input.test.ts`],
  },
  {
    folder: 'packages/gateway',
    text: '} else signal()',
    fault: '} else stalled = 0',
    tests: [`${gateway}/pass-through.test.ts`, `${gateway}/translation.test.ts`],
  },
  {
    folder: 'packages/gateway',
    text: "if (kind === 'dropped') dropped++",
    fault: "if (kind === 'dropped') approximated++",
    tests: [`${gateway}/translation.test.ts`],
  },
  { folder: 'apps/gateway', text: 'if (time <= now) throw', fault: 'if (time < 0) throw', tests: [`${gateway}/keys`] },
]
