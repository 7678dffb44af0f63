import { startScriptedProvider } from '../scripted-provider/src/http.ts'
import * as v from './src/index.ts'
const p = await startScriptedProvider()
const bases: Record<string,[string,string,object]> = {
  openaiVideos: ['demo-openai-videos', '/v1', { size: {width:854,height:480}, duration: 5 }],
  azureVideoJobs: ['demo-azure-video-jobs', '/openai/v1', { size: {width:854,height:480}, duration: 5 }],
  geminiVeo: ['demo-gemini-veo', '/v1beta', { duration: 4, aspectRatio: '16:9', count: 1, resolution:'720p' }],
  vertexVeo: ['demo-vertex-veo', '/v1/projects/p/locations/l/publishers/google', { duration: 4, aspectRatio: '9:16', count: 2, audio:false }],
  arkVideo: ['demo-ark-video', '/api/v3', { duration: 5, aspectRatio: '16:9', audio:true, resolution:'480p', watermark:false }],
  gatewayVideo: ['demo-gateway-video', '/gateway-demo/v1', { duration: 5, aspectRatio: '16:9', audio:true, resolution:'480p', assets: false }],
}
for (const [name,[model,base,fields]] of Object.entries(bases)) {
  const a = (v as any)[name]
  const ctx: any = { onNotice: (n: unknown) => console.log('notice', n), dialect: {}, policy: {}, limits: {} , now: Date.now()}
  const url = (path: string) => p.url + base + path.replace(/^\/v1(beta)?/, '')
  const h = { 'content-type': 'application/json', 'x-goog-api-key': 'k', 'api-key':'k', authorization: 'Bearer k' }
  try {
  for (const req of a.lowerRequest({ model, prompt: 'A cat [demo:task-time 100ms]', ...fields }, ctx)) {
    const m = a.encodeSubmit(req, ctx)
    const r = await fetch(url(m.path), { method: 'POST', headers: h, body: JSON.stringify(m.body) })
    const body = await r.json()
    if (r.status !== 200) { console.log(name, r.status, JSON.stringify(body), JSON.stringify(m)); continue }
    const id = a.decodeSubmitted({ status: 200, headers: {}, body }, ctx)
    for (;;) {
      const q = a.poll(id, model, ctx)
      const pr = await fetch(url(q.path), { method: q.method, headers: h, ...(q.body && { body: JSON.stringify(q.body) }) })
      const st = a.decodePoll({ status: pr.status, headers: {}, body: await pr.json() }, ctx)
      if (st.state === 'queued' || st.state === 'running') { await new Promise(r => setTimeout(r, 50)); continue }
      console.log(name, id, JSON.stringify(st).slice(0, 500)); break
    }
    if (a.list) { const q = a.list(ctx); const lr = await fetch(url(q.path), { headers: h }); console.log('  list', JSON.stringify(a.decodeList({ status: lr.status, headers: {}, body: await lr.json() }, ctx))) }
  } } catch (e) { console.log(name, e) }
}
await p.close()
