import { openaiEmbeddings as o, geminiEmbeddings as g, vertexPredict as v } from './src/index.ts'
import { defaultLimits, defaultPolicy } from '@interlingua/core'
const ctx = { onNotice(){}, newId:(p:string)=>p, now:Date.now, limits: defaultLimits, policy: defaultPolicy, dialect: {} }
function time(name: string, f: ()=>void, n=200){ for(let i=0;i<100;i++) f(); const t=performance.now(); for(let i=0;i<n;i++) f(); console.log(name, ((performance.now()-t)/n).toFixed(3),'ms') }
const greq = { requests: Array.from({length:100},(_,i)=>({model:'models/m',content:{role:'user',parts:[{text:'text '+i}]},taskType:'RETRIEVAL_QUERY',outputDimensionality:768})) }
const m = {path:'/v1beta/models/m:batchEmbedContents',query:{},headers:{},body:greq}
time('parse', ()=>g.parseRequest(m,ctx)); 
time('decode', ()=>g.decodeRequest(m as any,ctx)); const r=g.decodeRequest(m as any,ctx)
for (const to of [o,g,v] as any[]) {time('lower '+to.format, ()=>to.lowerRequest(r,ctx)); const l=to.lowerRequest(r,ctx); time('encode', ()=>l.map((c:any)=>to.encodeRequest(c,ctx)))}
const body = { model:'m', input: Array.from({length:2048},(_,i)=>'some text that is a bit longer than nothing, number '+i), encoding_format:'base64' }
const mo = {path:'/v1beta/models/m:batchEmbedContents',query:{},headers:{},body}
time('oparse', ()=>o.parseRequest(mo,ctx)); 
time('odecode', ()=>o.decodeRequest(mo as any,ctx)); const ro=o.decodeRequest(mo as any,ctx)
for (const to of [o,g,v] as any[]) {time('lower '+to.format, ()=>to.lowerRequest(ro,ctx)); const l=to.lowerRequest(ro,ctx); time('encode', ()=>l.map((c:any)=>to.encodeRequest(c,ctx)))}
