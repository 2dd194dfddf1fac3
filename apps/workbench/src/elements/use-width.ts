import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** What lies between the margins of a sheet, A4 or Letter, in CSS pixels: style/print.css sets 15 mm. */
const PAPER = 680;

/** The width of an element in CSS pixels, so that a picture is drawn at its size and its letters stay legible. */
export function useWidth<Of extends HTMLElement>(): [RefObject<Of | null>, number] {
  const ref = useRef<Of>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element);
    // A picture drawn for a wide screen would be shrunk to the sheet, letters and all.
    const forPaper = () => setWidth(PAPER);
    const forScreen = () => setWidth(Math.floor(element.clientWidth));
    addEventListener('beforeprint', forPaper);
    addEventListener('afterprint', forScreen);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', forPaper);
      removeEventListener('afterprint', forScreen);
    };
  }, []);
  return [ref, width];
}
