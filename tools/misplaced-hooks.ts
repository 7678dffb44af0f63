import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const hooks: ReadonlySet<unknown> = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
const collects: ReadonlySet<unknown> = new Set(['describe', 'describeRecordings'])

/**
 * Lines of a test file that ask for a hook within a function that is no `describe`. Vitest silently ignores hooks while tests run, so that
 * their work would never be done.
 */
export function misplacedHooks(file: string): readonly number[] {
  const text = readFileSync(file, 'utf8')
  const lines: number[] = []
  const visit = (value: unknown, inside: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item, inside)
      return
    }
    if (!('type' in value)) return
    const node = value as SyntaxNode // every object with a type, in the parser's tree, is a node
    const within = inside || /Function/.test(node.type)
    if (node.type !== 'CallExpression') {
      for (const key in node) visit(node[key], within)
      return
    }
    const name = rootName(node['callee'])
    if (inside && hooks.has(name)) lines.push(text.slice(0, node.start).split('\n').length)
    visit(node['callee'], inside)
    // The parser gives each call a list of nodes.
    for (const argument of node['arguments'] as readonly SyntaxNode[]) {
      // Functions that run while tests are collected.
      if (collects.has(name) && /Function/.test(argument.type)) visit(argument['body'], inside)
      else visit(argument, inside)
    }
  }
  visit(parseSync(file, text).program, false)
  return lines
}

/** `describe` of `describe.skipIf(x)('…')`. */
function rootName(callee: unknown): unknown {
  let node = callee as SyntaxNode | undefined // a call has a callee
  while (node !== undefined && node.type !== 'Identifier')
    node = (node['callee'] ?? node['object'] ?? node['tag']) as SyntaxNode | undefined // under these keys stand nodes
  return node?.['name']
}
