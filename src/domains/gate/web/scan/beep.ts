import type { Tone } from './scanAnswer.ts'

/** Heard without looking: one high sound, two, or a long low one. Hertz and seconds. */
const sounds: Readonly<Record<Tone, { pitch: number; long: number; times: number }>> = {
  good: { pitch: 1320, long: 0.1, times: 1 },
  notice: { pitch: 880, long: 0.1, times: 2 },
  stop: { pitch: 220, long: 0.5, times: 1 },
}

let audio: AudioContext | undefined

/** Sounds, and shakes the phone where it can. Browsers stay silent until the page was touched once. */
export function beep(tone: Tone): void {
  const { pitch, long, times } = sounds[tone]
  navigator.vibrate?.(Array.from({ length: times * 2 - 1 }, () => long * 1000))
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (let place = 0; place < times; place += 1) {
      const start = audio.currentTime + place * long * 1.8
      const sound = new OscillatorNode(audio, { frequency: pitch, type: 'square' })
      const volume = new GainNode(audio, { gain: 0.12 })
      sound.connect(volume).connect(audio.destination)
      sound.start(start)
      sound.stop(start + long)
    }
  } catch {
    // A device without sound has the colours and words.
  }
}
