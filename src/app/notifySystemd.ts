import { spawn } from 'node:child_process'

/**
 * Tells systemd that the service has started (`Type=notify` in ops/shala.service). Does nothing elsewhere: systemd sets
 * NOTIFY_SOCKET for its services.
 */
export function notifySystemd(): void {
  if (!process.env.NOTIFY_SOCKET) return
  // Node opens no datagram sockets of the kind that the message needs.
  spawn('systemd-notify', ['--ready'], { stdio: ['ignore', 'ignore', 'inherit'] }).on('error', (error) =>
    process.stderr.write(`systemd was not told that Shala has started: ${error.message}\n`),
  )
}
