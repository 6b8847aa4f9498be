import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/freePort.ts'

const given = join(import.meta.dirname, '../../ops/nginx.conf')

/**
 * Starts Debian's nginx with the configuration of `ops/nginx.conf` in front of these servers, without TLS.
 *
 * @param folder an empty folder for its files
 * @throws when nginx is not installed (`apt install nginx-light`), or refuses the configuration
 */
export async function nginxProxy(servers: readonly string[], folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const hosts = servers.map((url) => new URL(url).host.replace('localhost', '127.0.0.1'))
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log warn; worker_processes 2;
     events { worker_connections 1024; }
     http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
            uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi; ${withoutTls(hosts, port, folder)} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', configuration], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(nginx, 'exit')
  const failed = ended.then(([code]: unknown[]) => {
    throw new Error(`nginx ended with ${String(code)}.`)
  })
  failed.catch(() => undefined)
  const url = `http://localhost:${port}`
  const answers = async () => {
    for (;;) {
      const response = await fetch(`${url}/health/ready`).catch(() => undefined)
      await response?.body?.cancel()
      if (response) return
      await sleep(50)
    }
  }
  await Promise.race([answers(), failed])
  return {
    url,
    stop: async () => {
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

/** Returns the product's configuration for these servers, on a port of its own and in a folder of its own. */
function withoutTls(hosts: readonly string[], port: number, folder: string): string {
  return readFileSync(given, 'utf8')
    .replace(/ {4}server 127\.0\.0\.1:4000 (.+);/, hosts.map((host) => `    server ${host} $1;`).join('\n'))
    .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}/m, '')
    .replace(/^ *(listen \[::\]|http2 |ssl_).*$/gm, '')
    .replace('http://127.0.0.1:4001', 'http://shala')
    .replace('listen 443 ssl;', `listen ${port};`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
}
