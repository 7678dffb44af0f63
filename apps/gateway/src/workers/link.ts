/** Handlers of calls; each may answer later. */
export type Handlers<Own> = {
  readonly [Name in keyof Own]: Own[Name] extends (...given: infer Given) => infer Reply
    ? (...given: Given) => Reply | Promise<Reply>
    : never
}

export interface RequestOptions<Reply> {
  /** Milliseconds to wait for the reply. Default: for ever. */
  readonly timeoutMs?: number
  /** Takes a reply that comes after the wait was over. */
  readonly late?: (reply: Reply) => void
}

/** Messages between two processes. `Theirs`: the calls that the other one answers. */
export interface Link<Theirs> {
  /** Sends a call that has no reply. */
  send<Name extends keyof Theirs & string>(name: Name, ...given: GivenOf<Theirs[Name]>): void
  /** Sends a call, and resolves with its reply. Rejects if the wait or the link is over, and if the other process could not answer. */
  request<Name extends keyof Theirs & string>(
    name: Name,
    given: GivenOf<Theirs[Name]>,
    options?: RequestOptions<ReplyOf<Theirs[Name]>>,
  ): Promise<ReplyOf<Theirs[Name]>>
  /** Takes a message of the other process. */
  receive(message: unknown): void
  /** Resolves once all calls are handed to the system. */
  flush(): Promise<void>
  /** Ends the link: open questions are rejected. */
  close(): void
}

type GivenOf<Call> = Call extends (...given: infer Given) => unknown ? Given : never
type ReplyOf<Call> = Call extends (...given: never[]) => infer Reply ? Reply : never

/** Message: a call without reply, a question, its reply, or the problem in place of one. */
type Entry =
  | readonly [type: 'send', name: string, given: readonly unknown[]]
  | readonly [type: 'request', name: string, given: readonly unknown[], id: number]
  | readonly [type: 'reply', reply: unknown, id: number]
  | readonly [type: 'problem', problem: string, id: number]

interface Question {
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: Error) => void
  readonly late: ((reply: unknown) => void) | undefined
  readonly timeoutMs: number | undefined
  timer: NodeJS.Timeout | undefined
  isLate: boolean
}

/** Sends one message; `sent` is called once the system has it, or has refused it. */
export type SendMessage = (message: unknown, sent: () => void) => void

/** Creates one end of a link. All calls of a turn of the event loop go in one message, since each message costs both processes a system call. */
export function createLink<Theirs, Own>(sendMessage: SendMessage, handlers: Handlers<Own>): Link<Theirs> {
  const questions = new Map<number, Question>()
  let count = 0
  let waiting: Entry[] = []
  let sending = 0
  let idle: (() => void)[] = []
  let closed = false

  function post(entry: Entry): void {
    if (closed) return
    if (waiting.push(entry) === 1) setImmediate(sendWaiting)
  }

  function sendWaiting(): void {
    const entries = waiting
    waiting = []
    if (closed || entries.length === 0) return settleIdle()
    sending++
    for (const entry of entries) if (entry[0] === 'request') startWait(entry[3])
    sendMessage(entries, () => {
      sending--
      settleIdle()
    })
  }

  function settleIdle(): void {
    if (!closed && (sending > 0 || waiting.length > 0)) return
    const all = idle
    idle = []
    for (const resolve of all) resolve()
  }

  function handle(name: string, given: readonly unknown[]): unknown {
    const handler = (handlers as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>)[name] // `send` and `request` type the calls
    if (handler === undefined) throw new Error(`the call ${name} is not known`)
    return handler(...given)
  }

  /** Answers at once where the handler does: a later call must not overtake the reply, whose state it may change. */
  function answer(name: string, given: readonly unknown[], id: number): void {
    const refuse = (error: unknown): void => post(['problem', error instanceof Error ? error.message : String(error), id])
    try {
      const reply = handle(name, given)
      if (reply instanceof Promise) reply.then((value: unknown) => post(['reply', value ?? null, id]), refuse)
      else post(['reply', reply ?? null, id])
    } catch (error) {
      refuse(error)
    }
  }

  function take(id: number): Question | undefined {
    const question = questions.get(id)
    questions.delete(id)
    clearTimeout(question?.timer)
    return question
  }

  /** Begins the wait for a reply with the sending: a busy process may send late. */
  function startWait(id: number): void {
    const question = questions.get(id)
    if (question?.timeoutMs === undefined) return
    question.timer = setTimeout(() => giveUp(id, question), question.timeoutMs).unref()
  }

  function giveUp(id: number, question: Question): void {
    // A process that was busy for so long reads its messages first: the reply may be among them.
    setImmediate(() => {
      if (questions.get(id) !== question) return
      question.isLate = true
      if (question.late === undefined) questions.delete(id)
      question.reject(new Error('the other process did not answer in time'))
    })
  }

  function receiveEntry(entry: Entry): void {
    switch (entry[0]) {
      case 'send':
        return void handle(entry[1], entry[2])
      case 'request':
        return answer(entry[1], entry[2], entry[3])
      case 'reply': {
        const question = take(entry[2])
        return question?.isLate === true ? question.late?.(entry[1]) : question?.resolve(entry[1])
      }
      case 'problem': {
        const question = take(entry[2])
        if (question?.isLate === false) question.reject(new Error(entry[1]))
      }
    }
  }

  return {
    send: (name, ...given) => post(['send', name, given]),
    request(name, given, { timeoutMs, late } = {}) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the other process has ended'))
        const id = ++count
        const question: Question = {
          resolve: resolve as Question['resolve'], // the other process answers this call with its kind of reply
          reject,
          late: late as Question['late'], // likewise
          timeoutMs,
          timer: undefined,
          isLate: false,
        }
        questions.set(id, question)
        post(['request', name, given, id])
      })
    },
    receive(message) {
      if (Array.isArray(message)) for (const entry of message as readonly Entry[]) receiveEntry(entry) // sent by `sendWaiting`
    },
    flush: () =>
      new Promise((resolve) => {
        idle.push(resolve)
        settleIdle()
      }),
    close() {
      closed = true
      for (const id of questions.keys()) {
        const question = take(id)
        if (question?.isLate === false) question.reject(new Error('the other process has ended'))
      }
      settleIdle()
    },
  }
}
