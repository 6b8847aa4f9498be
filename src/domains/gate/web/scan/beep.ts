import type { Tone } from './scanAnswer.ts'

/** Sounds that tell results apart without looking: one high, two high, one long low. In hertz and seconds. */
const sounds: Readonly<Record<Tone, { pitch: number; seconds: number; times: number }>> = {
  good: { pitch: 1320, seconds: 0.1, times: 1 },
  notice: { pitch: 880, seconds: 0.1, times: 2 },
  stop: { pitch: 220, seconds: 0.5, times: 1 },
}

let audio: AudioContext | undefined

/** Plays the sound of a tone and vibrates the phone. Browsers stay silent until the page was touched once. */
export function beep(tone: Tone): void {
  const { pitch, seconds, times } = sounds[tone]
  navigator.vibrate?.(Array.from({ length: times * 2 - 1 }, () => seconds * 1000))
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (let index = 0; index < times; index += 1) {
      const start = audio.currentTime + index * seconds * 1.8
      const sound = new OscillatorNode(audio, { frequency: pitch, type: 'square' })
      const volume = new GainNode(audio, { gain: 0.12 })
      sound.connect(volume).connect(audio.destination)
      sound.start(start)
      sound.stop(start + seconds)
    }
  } catch {
    // Without sound, the screen still shows the colour and words.
  }
}
