import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBreaker, type Pass } from '../src/breaker.ts'
import { runs } from '../../../tools/runs.ts'

const options = { failures: 4, window: 1_000, cooldown: 500, credentialCooldown: 2_000, refusals: 3 }

function start(changes: Partial<typeof options> = {}): { circuit: ReturnType<typeof createBreaker>; after: (millis: number) => void } {
  let clock = 0
  const circuit = createBreaker({ ...options, ...changes }, () => clock)
  return { circuit, after: (millis) => void (clock += millis) }
}

function enter(circuit: ReturnType<typeof createBreaker>): Pass {
  const pass = circuit.acquire()
  if (pass === undefined) throw new Error('no call may be made')
  return pass
}

function failTimes(circuit: ReturnType<typeof createBreaker>, times: number): void {
  for (let count = 0; count < times; count++) circuit.fail(enter(circuit))
}

test('as many failures as said within the window open it, one less does not', () => {
  const { circuit } = start()
  failTimes(circuit, 3)
  expect([circuit.state, circuit.openForMs()]).toEqual(['closed', 0])
  failTimes(circuit, 1)
  expect([circuit.state, circuit.openForMs(), circuit.acquire()]).toEqual(['open', 500, undefined])
})

test('failures that are older than the window are forgotten', () => {
  const { circuit, after } = start()
  failTimes(circuit, 3)
  after(1_001)
  failTimes(circuit, 3)
  expect(circuit.state).toBe('closed')
})

test('failures among more calls that go well do not open it', () => {
  const { circuit } = start()
  for (let count = 0; count < 100; count++) {
    circuit.succeed(enter(circuit))
    circuit.succeed(enter(circuit))
    circuit.fail(enter(circuit))
  }
  expect(circuit.state).toBe('closed')
})

test('after the pause one call at a time failover; its success closes, its failure opens for twice as long, at most eight times', () => {
  const { circuit, after } = start()
  failTimes(circuit, 4)
  for (const pause of [500, 1_000, 2_000, 4_000, 4_000]) {
    after(pause - 1)
    expect([circuit.state, circuit.acquire()]).toEqual(['open', undefined])
    after(1)
    expect(circuit.state).toBe('half-open')
    const probe = enter(circuit)
    expect([probe, circuit.acquire(), circuit.openForMs() > 0]).toEqual(['probe', undefined, true])
    circuit.fail(probe)
  }
  after(4_000)
  circuit.succeed(enter(circuit))
  expect([circuit.state, circuit.acquire()]).toEqual(['closed', 'call'])
  failTimes(circuit, 4)
  expect(circuit.openForMs()).toBe(500)
})

test('a probe from which nothing was learnt leaves its place to the next', () => {
  const { circuit, after } = start()
  failTimes(circuit, 4)
  after(500)
  circuit.release(enter(circuit))
  expect(circuit.acquire()).toBe('probe')
})

test('what comes of calls that began before it opened counts no more', () => {
  const { circuit, after } = start()
  const early = [enter(circuit), enter(circuit), enter(circuit)] as const
  failTimes(circuit, 4)
  circuit.succeed(early[0])
  expect(circuit.state).toBe('open')
  after(500)
  circuit.fail(early[1])
  circuit.refuse(early[2])
  expect([circuit.state, circuit.acquire()]).toEqual(['half-open', 'probe'])
})

test('refused credentials open it for longer, three in a row', () => {
  const { circuit, after } = start()
  circuit.refuse(enter(circuit))
  circuit.refuse(enter(circuit))
  circuit.succeed(enter(circuit))
  circuit.refuse(enter(circuit))
  circuit.refuse(enter(circuit))
  expect(circuit.state).toBe('closed')
  circuit.refuse(enter(circuit))
  expect([circuit.state, circuit.cause, circuit.openForMs()]).toEqual(['open', 'credentials', 2_000])
  after(2_000)
  circuit.refuse(enter(circuit))
  expect(circuit.openForMs()).toBe(4_000)
})

test('an upstream that asks to be left alone is left alone for that long, by those who can', () => {
  const { circuit, after } = start()
  circuit.coolDown(300)
  circuit.coolDown(100)
  expect([circuit.coolDownMs, circuit.openForMs(), circuit.acquire()]).toEqual([300, 0, 'call'])
  after(301)
  expect(circuit.coolDownMs).toBe(0)
})

test('one that is turned off never opens', () => {
  const { circuit } = start({ failures: 0, refusals: 0 })
  for (let count = 0; count < 50; count++) {
    circuit.fail(enter(circuit))
    circuit.refuse(enter(circuit))
  }
  expect(circuit.state).toBe('closed')
})

const steps = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('after' as const), millis: fc.integer({ min: 0, max: 1_500 }) }),
    fc.record({ type: fc.constant('enter' as const) }),
    fc.record({
      type: fc.constant('end' as const),
      which: fc.nat(),
      how: fc.constantFrom('succeed' as const, 'fail' as const, 'refuse' as const, 'release' as const),
    }),
  ),
  { maxLength: 200 },
)

test('whatever happens: nobody calls while it is open, at most one probe is out, and it never stays open for good', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const { circuit, after } = start()
      const out: Pass[] = []
      for (const step of sequence) {
        if (step.type === 'after') after(step.millis)
        else if (step.type === 'enter') {
          const before = circuit.state
          const free = circuit.openForMs() === 0
          const pass = circuit.acquire()
          expect(pass !== undefined).toBe(free)
          expect(pass).toBe(!free ? undefined : before === 'closed' ? 'call' : 'probe')
          if (before === 'open') expect(pass).toBeUndefined()
          if (pass) out.push(pass)
        } else if (out.length > 0) {
          const [pass] = out.splice(step.which % out.length, 1)
          if (pass) circuit[step.how](pass)
        }
        expect(out.filter((pass) => pass === 'probe').length).toBeLessThanOrEqual(1)
        expect(circuit.openForMs()).toBeLessThanOrEqual(options.credentialCooldown * 8)
      }
      for (const pass of out) circuit.release(pass)
      after(options.credentialCooldown * 8)
      circuit.succeed(enter(circuit))
      expect(circuit.acquire()).toBe('call')
    }),
    runs(500),
  )
})

test('whatever happens: fewer failures than said within the window never open it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.boolean()), { maxLength: 100 }), (calls) => {
      const { circuit, after } = start()
      const failures: number[] = []
      let clock = 0
      for (const [millis, fails] of calls) {
        after(millis)
        clock += millis
        if (fails) {
          failures.push(clock)
          circuit.fail(enter(circuit))
        } else circuit.succeed(enter(circuit))
        const recent = failures.filter((at) => at > clock - options.window).length
        if (recent < options.failures) expect(circuit.state).toBe('closed')
        if (circuit.state !== 'closed') return
      }
    }),
    runs(500),
  )
})

test('a pause lets no call through for its time, whatever ended meanwhile, and leaves the breaker as it was', () => {
  const { circuit, after } = start()
  const running = enter(circuit)
  circuit.pause(10_000)
  circuit.fail(running)
  expect([circuit.state, circuit.cause, circuit.openForMs(), circuit.pauseMs, circuit.acquire()]).toEqual([
    'open',
    'pause',
    10_000,
    10_000,
    undefined,
  ])
  after(9_999)
  expect([circuit.state, circuit.acquire()]).toEqual(['open', undefined])
  after(1)
  expect([circuit.state, circuit.openForMs(), circuit.pauseMs, circuit.acquire()]).toEqual(['closed', 0, 0, 'call'])
  // The failure during the pause does not count.
  failTimes(circuit, 3)
  expect(circuit.state).toBe('closed')
  failTimes(circuit, 1)
  expect([circuit.state, circuit.cause]).toEqual(['open', 'failures'])
})

test('a pause is ended early or made longer, and an open breaker is open again behind it', () => {
  const { circuit, after } = start()
  circuit.pause(1_000)
  circuit.pause(0)
  expect([circuit.state, circuit.acquire()]).toEqual(['closed', 'call'])
  failTimes(circuit, 4)
  circuit.pause(100)
  circuit.pause(200)
  expect([circuit.cause, circuit.openForMs(), circuit.pauseMs]).toEqual(['pause', 500, 200])
  after(200)
  expect([circuit.state, circuit.cause, circuit.openForMs()]).toEqual(['open', 'failures', 300])
  after(300)
  circuit.pause(1_000)
  expect([circuit.state, circuit.acquire()]).toEqual(['open', undefined])
  circuit.pause(0)
  expect([circuit.state, circuit.acquire()]).toEqual(['half-open', 'probe'])
  // A pause during the probe outlasts its success.
  circuit.pause(1_000)
  circuit.succeed('probe')
  expect([circuit.state, circuit.cause]).toEqual(['open', 'pause'])
  after(1_000)
  expect(circuit.state).toBe('closed')
})

test('a channel without a breaker can be paused', () => {
  const { circuit, after } = start({ failures: 0 })
  circuit.pause(1_000)
  expect([circuit.state, circuit.acquire()]).toEqual(['open', undefined])
  after(1_000)
  expect(circuit.acquire()).toBe('call')
})

test('trying now lets one call through an open breaker as its probe', () => {
  const { circuit } = start()
  circuit.tryNow()
  expect(circuit.state).toBe('closed')
  failTimes(circuit, 4)
  circuit.tryNow()
  expect([circuit.state, circuit.openForMs(), circuit.acquire(), circuit.acquire()]).toEqual(['half-open', 0, 'probe', undefined])
  circuit.fail('probe')
  expect([circuit.state, circuit.openForMs()]).toEqual(['open', 1_000])
})

test('the last failure is kept for operators', () => {
  const { circuit } = start()
  expect(circuit.lastTrouble()).toBeUndefined()
  circuit.noteTrouble({ at: 1, message: 'first' })
  circuit.noteTrouble({ at: 2, message: 'second', status: 500 })
  expect(circuit.lastTrouble()).toEqual({ at: 2, message: 'second', status: 500 })
})
