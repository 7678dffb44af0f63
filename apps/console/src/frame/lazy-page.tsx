import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Bars } from '../elements/answer-view.tsx'

/** Page, or part of one, whose file is loaded when it is first shown. */
export function lazyPage<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyPage(props: Props) {
    const [, setState] = useState(0)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (loaded) return
      void show()
    }, [])

    async function show(): Promise<void> {
      try {
        loaded = await load()
        setState((count) => count + 1)
      } catch {
        setFailed(true)
      }
    }

    const Page = loaded
    if (Page) return <Page {...(props as Props & JSX.IntrinsicAttributes)} />
    if (!failed) return <Bars count={4} label="Reading the page" />
    return (
      <div class="note bad" role="alert">
        <p>
          <strong>This page could not be loaded.</strong> The gateway does not answer, or it was replaced by another version meanwhile.
        </p>
        <button type="button" class="small" onClick={() => location.reload()}>
          Load it again
        </button>
      </div>
    )
  }
}
