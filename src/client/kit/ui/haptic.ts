/** A short tick under the thumb, where the device has one: what was tapped is done. */
export function haptic() {
  // Not every browser has it, and one forbids it before the first tap.
  navigator.vibrate?.(12)
}
