/*
 * rescue - gives the terminal back when a signal ends the program.
 *
 * It has to work from a signal handler, in the middle of anything: so it keeps
 * the bytes and the modes to send, and calls nothing but write and tcsetattr.
 */
#ifndef C4E_PLAY_RESCUE_H
#define C4E_PLAY_RESCUE_H

/* Takes over the signals that end a program, for a terminal as it is now. */
void rescue_prepare(int fd);

/* Adds a string of the terminal's description (NULL is none) to what is sent. */
void rescue_add(const char *capability);

/* From here on the terminal is ours; until rescue_end, which gives the signals back. */
void rescue_arm(void);
void rescue_end(void);

#endif
