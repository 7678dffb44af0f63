import { useEffect, useState } from 'preact/hooks'

/** Copies a text, and says so for two seconds. */
export function CopyButton({
  text,
  label = 'Copy',
  disabled = false,
}: {
  readonly text: string
  readonly label?: string
  readonly disabled?: boolean
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <span class="copy">
      <button type="button" class="small" disabled={disabled} onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" class="muted">
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'The browser did not copy: select the text' : ''}
      </span>
    </span>
  )
}

/** Shows a command with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  )
}
