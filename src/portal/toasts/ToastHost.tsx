/** Where toasts appear: top right, with a progress bar; reading one (pointer or focus) keeps it (§9). */
import {ToastContainer, toast} from 'react-toastify/unstyled';
import 'react-toastify/dist/ReactToastify.css';
import './toasts.css';

export interface ToastHostProps {
  /** Milliseconds a toast stays. */
  timeout: number;
}

export const ToastHost = ({timeout}: ToastHostProps) => (
  <div onFocus={() => toast.pause()} onBlur={() => toast.play()}>
    <ToastContainer aria-label="Avisos" position="top-right" autoClose={timeout} newestOnTop closeOnClick={false} draggable={false} transition={false} />
  </div>
);
