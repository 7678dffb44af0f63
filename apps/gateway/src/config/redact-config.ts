import { createRedactor } from '@interlingua/console'
import { isAlias, isNode, isPair, isScalar, parseDocument, visit } from 'yaml'
import { isSecretSetting } from './secret-settings.ts'

const redacted = '[redacted]'
const redactShapes = createRedactor([], [])
/** Comment that tells a credential, such as a line that was taken out. */
const tellingComment = /(^|\s)#.*(?:key|secret|token|password|credential|cookie|authorization|headers?)\w*["']?\s*[:=].*$/i
const account = /(\w+:\/\/)[^\s/@'"]*@/g
const parameter = /([?&][\w.~%-]{0,40}(?:key|token|secret|sig|auth|password|credential)[\w.~%-]{0,40}=)[^&#\s'"]*/gi

/** Text of a configuration file without its credentials. It has the same lines. */
export function redactConfig(text: string): string {
  const document = parseDocument(text)
  const spans: [begin: number, end: number][] = []
  const take = (node: unknown): void => {
    if (isNode(node) && node.range) spans.push([node.range[0], node.range[1]])
  }
  visit(document, {
    Node(key, node, path) {
      if (key === 'key' || !(isScalar(node) || isAlias(node))) return
      const names = path.flatMap((each) => (isPair(each) && isScalar(each.key) ? [String(each.key.value)] : []))
      if (!isSecretSetting(names)) return
      take(node)
      if (isAlias(node)) take(node.resolve(document))
    },
  })
  const bare = spans
    .toSorted(([one], [other]) => other - one)
    .reduce(
      (left, [begin, end]) => left.slice(0, begin) + redacted + left.slice(begin, end).replaceAll(/[^\r\n]/g, '') + left.slice(end),
      text,
    )
  return bare
    .split('\n')
    .map((line) =>
      redactShapes(
        line.replace(tellingComment, `$1# ${redacted}`).replaceAll(account, `$1${redacted}@`).replaceAll(parameter, `$1${redacted}`),
      ),
    )
    .join('\n')
}
