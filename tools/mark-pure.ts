import { parseSync } from 'oxc-parser'

/** Initializers that no bundler takes for a side effect. */
const plain = /^(?:Literal|TemplateLiteral|Identifier|ArrowFunctionExpression|FunctionExpression|ClassExpression)$/

/**
 * Marks the initializers of a module's constants as pure, so that bundlers of users drop those of unused ones: a call, a spread or a `new` at the
 * top of a module would stay otherwise, and all that it reaches. No module of a library here does anything when it is loaded (`sideEffects`).
 */
export function markPure(path: string, source: string): string {
  let marked = source
  const { program } = parseSync(path, source)
  for (const statement of program.body.toReversed()) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations.toReversed()) {
      if (init === null || plain.test(init.type)) continue
      const inner = marked.slice(init.start, init.end)
      marked = `${marked.slice(0, init.start)}/* @__PURE__ */ (() => (${inner}))()${marked.slice(init.end)}`
    }
  }
  return marked
}
