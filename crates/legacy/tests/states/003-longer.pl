% Cells with one colour and number for each piece, top first, keep the whole stack.
% After e6-e5, b6-a6, c6-a6.
board([
  [[black,0,white,0,green,1], [empty,0], [empty,0], [green,1], [empty,0], [green,1]],
  [[black,0], [green,1], [green,1], [white,0], [black,0,green,1], [white,0]],
  [[green,1], [white,0], [black,0], [green,1], [black,0], [green,1]],
  [[black,0], [white,0], [green,1], [green,1], [green,1], [white,0]],
  [[green,1], [green,1], [green,1], [green,1], [white,0], [black,0]],
  [[white,0], [white,0], [black,0], [green,1], [black,0], [green,1]]
]).
